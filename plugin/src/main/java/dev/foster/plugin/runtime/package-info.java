/** How the command of a plugin is found and its environment prepared. */
@NullMarked
package dev.foster.plugin.runtime;

import org.jspecify.annotations.NullMarked;
