package dev.foster.cli;

import static org.assertj.core.api.Assertions.assertThat;

/** How every message of failure is built: <em>cannot do this: why; what to do</em>, in one line. */
public final class ErrorGrammar {
    private ErrorGrammar() {}

    public static void assertFollowedBy(String message) {
        assertThat(message.stripTrailing())
                .doesNotContain("\n")
                .matches("cannot \\S.*: \\S.*; \\S.*[^.]");
    }
}
