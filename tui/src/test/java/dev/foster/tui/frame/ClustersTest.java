package dev.foster.tui.frame;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.ArrayList;
import java.util.List;

class ClustersTest {

    @ParameterizedTest
    @CsvSource({
        "a, 1",
        "é, 1",
        "日, 2",
        "한, 2",
        "ｶ, 1",
        "Ａ, 2",
        "😀, 2",
        "✓, 1",
        "─, 1",
        "👨‍👩‍👧, 2",
        "🇩🇪, 2",
        "👍🏽, 2",
        "❤️, 2",
        "❤, 1",
        "1️⃣, 2",
        "🈁, 2",
        "e\u0301, 1",
        "\u1100\u1161\u11a8, 2"
    })
    void whatAPersonSeesAsOneCharacterTakesSoManyCells(String text, int width) {
        var clusters = new Clusters(text);

        assertThat(clusters.next()).isTrue();
        assertThat(clusters.cluster()).isEqualTo(text);
        assertThat(clusters.width()).isEqualTo(width);
        assertThat(clusters.next()).isFalse();
    }

    @Test
    void onlyPicturesAreJoined() {
        assertThat(clusters("a\u200db")).containsExactly("a\u200d", "b");
        assertThat(clusters("👨\u200d\033")).containsExactly("👨\u200d", "\033");
        assertThat(clusters("a🏽")).containsExactly("a", "🏽");
        assertThat(clusters("a\ufe0fb")).containsExactly("a\ufe0f", "b");
        assertThat(Clusters.width("a\ufe0f")).isEqualTo(1);
    }

    private static List<String> clusters(String text) {
        var all = new ArrayList<String>();
        var clusters = new Clusters(text);
        while (clusters.next()) {
            all.add(clusters.cluster());
        }
        return all;
    }
}
