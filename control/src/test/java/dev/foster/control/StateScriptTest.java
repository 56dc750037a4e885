package dev.foster.control;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;

/** The page knows the states of processes from a script that is made of them. */
class StateScriptTest {
    private static final Path SCRIPT =
            Path.of("../web/src/main/resources/dev/foster/web/state-table.js");

    @Test
    void theScriptHasEachState() throws Exception {
        String script =
                Arrays.stream(ProcessState.values())
                        .filter(state -> state != ProcessState.UNKNOWN)
                        .map(StateScriptTest::row)
                        .collect(
                                Collectors.joining(
                                        "",
                                        "// What a process can be doing. Written by StateScriptTest"
                                            + " from ProcessState.\n\n"
                                            + "/** @type {{ word: string, symbol: string, tone:"
                                            + " Tone, alive: boolean, settled: boolean }[]} */\n"
                                            + "export const STATES = [\n",
                                        "];\n"));
        if (Boolean.getBoolean("foster.write")) {
            Files.writeString(SCRIPT, script);
        } else {
            assertThat(SCRIPT)
                    .as("./test -pl control -am -Dtest=StateScriptTest -Dfoster.write=true")
                    .hasContent(script);
        }
    }

    private static String row(ProcessState state) {
        String tone = state.tone() == EventTone.NEUTRAL ? "soft" : state.tone().word();
        return "  { word: \"%s\", symbol: \"%s\", tone: \"%s\", alive: %s, settled: %s },\n"
                .formatted(state.word(), state.symbol(), tone, state.alive(), state.settled());
    }
}
