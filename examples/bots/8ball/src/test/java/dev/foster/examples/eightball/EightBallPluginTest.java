package dev.foster.examples.eightball;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foster.sdk.bus.CommandRequest;
import dev.foster.sdk.bus.MessagePlugin;

import org.junit.jupiter.api.Test;

import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.ServiceLoader;

class EightBallPluginTest {
    private final EightBallPlugin plugin = new EightBallPlugin(new Random(8));

    private static CommandRequest question(String args) {
        return new CommandRequest("here", "somebody", args, Map.of());
    }

    @Test
    void everyAnswerIsGivenSoonerOrLater() {
        var given = new HashSet<String>();
        for (int number = 0; number < 500; number++) {
            given.add(plugin.answer(question("will it rain?")));
        }
        assertThat(given).hasSize(EightBallPlugin.ANSWERS.size());
    }

    @Test
    void whoAsksNothingIsToldHow() {
        assertThatThrownBy(() -> plugin.answer(question(" ")))
                .hasMessage("ask me something, such as !8ball will it rain?");
    }

    @Test
    void itsJarNamesIt() {
        assertThat(ServiceLoader.load(MessagePlugin.class))
                .hasOnlyElementsOfType(EightBallPlugin.class);
    }
}
