/** Writing to plugins, and reading what they answer. */
@NullMarked
package dev.foster.cli.chat;

import org.jspecify.annotations.NullMarked;
