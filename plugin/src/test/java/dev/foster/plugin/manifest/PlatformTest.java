package dev.foster.plugin.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Platforms have the names that Go gives them. */
class PlatformTest {
    @Test
    void namesAreThoseOfGo() {
        assertThat(Platform.of("Linux", "amd64")).hasToString("linux-amd64");
        assertThat(Platform.of("Mac OS X", "aarch64")).hasToString("darwin-arm64");
        assertThat(Platform.of("Windows 11", "x86_64")).hasToString("windows-amd64");
    }
}
