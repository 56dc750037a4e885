/** {@code foster plugin}: the plugins of a project, seen from outside. */
@NullMarked
package dev.foster.cli.plugin;

import org.jspecify.annotations.NullMarked;
