/** One run of a plugin: what it is given, its handshake, the connection to it, and its end. */
@NullMarked
package dev.foster.plugin.session;

import org.jspecify.annotations.NullMarked;
