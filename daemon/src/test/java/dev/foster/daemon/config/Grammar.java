package dev.foster.daemon.config;

import static org.assertj.core.api.Assertions.assertThat;

/** How every message of failure is built: <em>cannot do this: why; what to do</em>, in one line. */
final class Grammar {
    private Grammar() {}

    static void assertFollowedBy(String message) {
        assertThat(message).doesNotContain("\n").matches("cannot \\S.*: \\S.*; \\S.*[^.]");
    }
}
