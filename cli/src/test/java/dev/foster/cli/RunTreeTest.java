package dev.foster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.testkit.ProcTable;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Nothing that a command of {@code foster run} started outlives it, whoever ends first. */
class RunTreeTest {
    private static final String NEAR = "sleep 1000 & echo \"near $!\"\n";
    private static final String ESCAPED = "setsid sh -c 'echo \"escaped $$\"; exec sleep 1000' &\n";
    private static final String FORGETFUL =
            "env -i setsid sh -c 'echo \"forgetful $$\"; exec sleep 1000 >/dev/null 2>&1' &\n";

    /** One in the command's group, one in a session of its own, one that moreover forgot us. */
    private static final String GRANDCHILDREN = NEAR + ESCAPED + FORGETFUL;

    private final List<ProcTable.Entry> seen = new ArrayList<>();

    /** The forgetful one does not carry the mark that a failed test is cleaned up by. */
    @AfterEach
    void endWhatAFailedTestLeft() {
        seen.stream()
                .filter(ProcTable::running)
                .forEach(entry -> Program.signal("KILL", entry.pid()));
    }

    @Test
    void whatTheCommandLeftBehindIsEnded() {
        // It waits for our word: the grandchildren must have moved before it ends.
        try (Program program = start(NEAR + ESCAPED + "read word; exit 5", "--json")) {
            await(program, "near", "escaped");
            // The guardian is among them.
            List<ProcTable.Entry> all = ProcTable.descendants(program.pid());
            assertThat(all).hasSizeGreaterThanOrEqualTo(4);
            program.say("end");

            Program.Result result = program.awaitEnd();

            assertThat(all).noneMatch(ProcTable::running);
            assertThat(result.code()).isEqualTo(5);
            assertThat(result.errors()).contains("\"leftovers\":2");
        }
    }

    @Test
    void aLeftoverThatForgotWhoStartedItIsEndedToo() {
        try (Program program = start(FORGETFUL + "read word; exit 5")) {
            List<ProcTable.Entry> grandchildren = await(program, "forgetful");
            program.say("end");

            assertThat(program.awaitEnd().code()).isEqualTo(5);
            assertThat(grandchildren).noneMatch(ProcTable::running);
        }
    }

    @Test
    void aLeftoverThatIgnoresTerminateIsKilledAfterTheGrace() {
        String script =
                "(trap '' TERM; echo \"deaf $(exec sh -c 'echo $PPID')\"; exec sleep 1000) & read"
                        + " word";
        try (Program program = start(script, "--grace=200ms")) {
            ProcTable.Entry deaf = process(program.awaitNumber("deaf"));
            program.say("end");

            assertThat(program.awaitEnd().code()).isZero();
            assertThat(ProcTable.running(deaf)).isFalse();
        }
    }

    @Test
    void terminateEndsTheWholeTree() {
        try (Program program = start(GRANDCHILDREN + "wait")) {
            List<ProcTable.Entry> grandchildren = await(program, "near", "escaped", "forgetful");
            program.signal("TERM");

            assertThat(program.awaitEnd().code()).isEqualTo(143);
            assertThat(grandchildren).noneMatch(ProcTable::running);
        }
    }

    @Test
    void aTimeLimitEndsTheWholeTree() {
        // The limit is long enough for the grandchildren to be there on a slow machine.
        try (Program program = start(GRANDCHILDREN + "wait", "--timeout=10s")) {
            List<ProcTable.Entry> grandchildren = await(program, "near", "escaped", "forgetful");

            assertThat(program.awaitEnd().code()).isEqualTo(124);
            assertThat(grandchildren).noneMatch(ProcTable::running);
        }
    }

    @Test
    void nothingIsLeftOfAKilledFoster() {
        try (Program program = start("trap '' HUP INT TERM; " + NEAR + ESCAPED + "wait")) {
            assertThat(await(program, "near", "escaped"))
                    .last()
                    .matches(escaped -> escaped.session() == escaped.pid(), "leads a session");
            // The guardian is among them.
            List<ProcTable.Entry> all = ProcTable.descendants(program.pid());
            assertThat(all).as("command, grandchildren, guardian").hasSizeGreaterThanOrEqualTo(4);

            Duration took = program.killAndAwaitTheDeathOf(all);

            System.out.printf("foster run, killed: nothing left after %d ms%n", took.toMillis());
            assertThat(program.awaitEnd().code()).isEqualTo(137);
        }
    }

    private static Program start(String script, String... options) {
        return Program.start(
                Stream.of(Stream.of("run"), Stream.of(options), Stream.of("--", "sh", "-c", script))
                        .flatMap(words -> words)
                        .toArray(String[]::new));
    }

    private List<ProcTable.Entry> await(Program program, String... words) {
        List<ProcTable.Entry> found =
                Stream.of(words).map(word -> process(program.awaitNumber(word))).toList();
        seen.addAll(found);
        return found;
    }

    private static ProcTable.Entry process(long pid) {
        return ProcTable.find(pid).orElseThrow(() -> new AssertionError(pid + " does not run"));
    }
}
