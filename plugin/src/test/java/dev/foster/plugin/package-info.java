@NullMarked
package dev.foster.plugin;

import org.jspecify.annotations.NullMarked;
