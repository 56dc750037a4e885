package dev.foster.plugin.bundle;

import java.io.IOException;

/**
 * Something in an archive that is not unpacked; the message says what, in words that continue a
 * sentence and end with what to do.
 */
final class UnsafeBundle extends IOException {
    private static final long serialVersionUID = 1;

    UnsafeBundle(String why) {
        super(why);
    }
}
