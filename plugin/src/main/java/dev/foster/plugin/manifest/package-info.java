/** What a plugin says about itself, read from its manifest. */
@NullMarked
package dev.foster.plugin.manifest;

import org.jspecify.annotations.NullMarked;
