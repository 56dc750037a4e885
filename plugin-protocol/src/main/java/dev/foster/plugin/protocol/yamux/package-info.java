/**
 * Many streams over one byte connection, in the format of yamux: start with {@link
 * dev.foster.plugin.protocol.yamux.YamuxSession}. The connection may be anything that is a {@link
 * java.nio.channels.ByteChannel}; blocking is done on virtual threads.
 */
@NullMarked
package dev.foster.plugin.protocol.yamux;

import org.jspecify.annotations.NullMarked;
