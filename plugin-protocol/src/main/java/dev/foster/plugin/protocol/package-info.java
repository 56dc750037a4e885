/** The go-plugin protocol: what a host and a plugin say to each other, and nothing of processes. */
@NullMarked
package dev.foster.plugin.protocol;

import org.jspecify.annotations.NullMarked;
