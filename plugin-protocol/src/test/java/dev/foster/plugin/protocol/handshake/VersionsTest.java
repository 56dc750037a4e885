package dev.foster.plugin.protocol.handshake;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.Map;
import java.util.Set;

/** Which version is spoken, and who may speak at all. */
class VersionsTest {
    @Test // [24.3]
    void theHostNamesAllItAccepts() {
        assertThat(Versions.text(Set.of(10, 2, 3))).isEqualTo("2,3,10");
        assertThat(Versions.text(Set.of())).isEmpty();
    }

    @Test // [S2] [24.18]
    void thePluginPicksTheHighestInCommon() {
        assertThat(Versions.choose(Set.of(2, 3, 10), "3,2").version()).isEqualTo(3);
        assertThat(Versions.choose(Set.of(2, 3, 10), "10,2,11").version()).isEqualTo(10);
        assertThat(Versions.choose(Set.of(2), "2").common()).isTrue();
    }

    @Test // [S2]
    void withoutACommonOneItIsTheLowestOfThePlugins() {
        assertThat(Versions.choose(Set.of(2, 3), "9").version()).isEqualTo(2);
        assertThat(Versions.choose(Set.of(2, 3), "9").common()).isFalse();
    }

    @Test // [S2] [24.19]
    void aHostOlderThanTheVariableGetsTheLowest() {
        assertThat(Versions.choose(Set.of(4, 5), "").version()).isEqualTo(4);
        assertThat(Versions.choose(Set.of(4, 5), "").unreadable()).isEmpty();
    }

    @Test // [S2]
    void itemsThatAreNoNumbersAreSkippedAndTold() {
        Versions.Choice choice = Versions.choose(Set.of(1, 2), "x,+2,, 1");

        assertThat(choice.version()).isEqualTo(2);
        assertThat(choice.unreadable()).containsExactly("x", "", " 1");
    }

    @Test // [S1] [24.1]
    void aCookieIsMatchedExactly() {
        var cookie = new MagicCookie("BASIC_PLUGIN", "hello");

        assertThat(cookie.in(Map.of("BASIC_PLUGIN", "hello"))).isTrue();
        assertThat(cookie.in(Map.of("BASIC_PLUGIN", "Hello"))).isFalse();
        assertThat(cookie.in(Map.of())).isFalse();
    }

    @Test // [S1]
    void anEmptyCookieMatchesNobody() {
        assertThat(new MagicCookie("", "hello").in(Map.of("", "hello"))).isFalse();
        assertThat(new MagicCookie("KEY", "").in(Map.of("KEY", ""))).isFalse();
    }
}
