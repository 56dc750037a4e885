package dev.foster.bench.soak;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.bench.soak.Truth.Seen;
import dev.foster.control.ProcessState;
import dev.foster.control.ProcessView;
import dev.foster.json.Members;

import org.junit.jupiter.api.Test;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What counts as a lie. */
class TruthTest {
    private static final List<String> SINGLE = List.of("quiet-01", "quiet-02");

    @Test
    void whatIsToldAndThereIsRight() {
        assertThat(
                        wrong(
                                List.of(
                                        told("quiet-01", ProcessState.RUNNING, 11),
                                        told("chatty-01", ProcessState.STOPPING, 12),
                                        told("quiet-02", ProcessState.STOPPED, 0)),
                                seen(11, "quiet-01"),
                                seen(12, "chatty-01"),
                                // What the chatty one started has its name, too.
                                seen(13, "chatty-01")))
                .isEmpty();
    }

    @Test
    void aProcessThatIsNotThereDoesNotRun() {
        assertThat(wrong(List.of(told("quiet-01", ProcessState.RUNNING, 11))))
                .containsExactly(
                        "quiet-01 is told as running with pid 11, which is not there or"
                                + " another's");
        assertThat(
                        wrong(
                                List.of(told("chatty-01", ProcessState.RUNNING, 11)),
                                seen(11, "chatty-02")))
                .hasSize(1);
        assertThat(wrong(List.of(told("chatty-01", ProcessState.RUNNING, 0))))
                .containsExactly("chatty-01 is told as running without a pid");
    }

    @Test
    void oneProcessIsNotTwo() {
        List<ProcessView> told =
                List.of(
                        told("chatty-01", ProcessState.RUNNING, 11),
                        told("chatty-02", ProcessState.RUNNING, 11));

        assertThat(wrong(told, seen(11, "chatty-01")))
                .contains("one pid is told of chatty-01 and chatty-02");
    }

    @Test
    void aSecondCopyIsFound() {
        List<ProcessView> told = List.of(told("quiet-01", ProcessState.RUNNING, 11));

        assertThat(wrong(told, seen(11, "quiet-01"), seen(14, "quiet-01")))
                .containsExactly("quiet-01 runs more than once: [11, 14]");
    }

    @Test
    void whatIsToldAsStoppedMustNotRun() {
        List<ProcessView> told = List.of(told("quiet-02", ProcessState.STOPPED, 0));

        assertThat(wrong(told, seen(15, "quiet-02")))
                .containsExactly("quiet-02 is told as stopped and runs: [15]");
    }

    @Test
    void onlyTheLastRunOfTheLeaverMayHaveLeftSomething() {
        assertThat(wrong(List.of(), left(20))).isEmpty();
        assertThat(wrong(List.of(), left(20), left(21)))
                .containsExactly("what earlier runs of leaver left still runs: [20, 21]");
    }

    private static List<String> wrong(List<ProcessView> told, Seen... seen) {
        return Truth.wrong(told, List.of(seen), SINGLE);
    }

    private static Seen seen(long pid, String name) {
        return new Seen(pid, Optional.of(name), false);
    }

    private static Seen left(long pid) {
        return new Seen(pid, Optional.empty(), true);
    }

    private static ProcessView told(String name, ProcessState state, long pid) {
        Map<String, Object> json =
                new LinkedHashMap<>(ProcessView.of(name, state, List.of("sleep")).toJson());
        if (pid > 0) {
            json.put("pid", pid);
        }
        return ProcessView.fromJson(Members.of(json).object());
    }
}
