package dev.foster.plugin.protocol.yamux;

import java.io.IOException;

/** A session or a stream ended, or could not be opened; the message says why. */
public final class YamuxException extends IOException {
    private static final long serialVersionUID = 1L;

    YamuxException(String message) {
        super(message);
    }

    YamuxException(String message, Throwable cause) {
        super(message, cause);
    }
}
