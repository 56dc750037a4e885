/** How host and plugin meet: the cookie, the environment, the versions and the one line of text. */
@NullMarked
package dev.foster.plugin.protocol.handshake;

import org.jspecify.annotations.NullMarked;
