package dev.foster.bench.workshop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.foster.bench.scores.Settings;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

/** Nothing stays behind. */
class WorkshopTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final List<String> DETACHING =
            List.of("sh", "-c", "setsid sleep 1000 >/dev/null 2>&1 & echo gone");

    @TempDir private Path root;

    @Test
    void aCallReturnsWhatTheCommandSaid() throws Exception {
        try (Workshop workshop = workshop()) {
            assertThat(workshop.call(List.of("echo", "hello"), Map.of(), workshop.place()))
                    .isEqualTo("hello");
        }
    }

    @Test
    void aCommandThatFailsIsAFailure() throws Exception {
        try (Workshop workshop = workshop()) {
            Path place = workshop.place();

            assertThatExceptionOfType(TrialFailed.class)
                    .isThrownBy(() -> workshop.call(List.of("false"), Map.of(), place))
                    .withMessageContaining("false ended with 1");
        }
    }

    @Test
    void aDetachedProcessIsFoundAndEnded() throws Exception {
        try (Workshop workshop = workshop()) {
            Path place = workshop.place();
            workshop.call(DETACHING, Map.of(), place);
            ProcessHandle sleeper = onlyOne(workshop.marked(place));

            workshop.clear(place);

            assertThat(Pause.until(LIMIT, () -> Marked.program(sleeper).isEmpty())).isTrue();
            assertThat(place).doesNotExist();
        }
    }

    @Test
    void theProcessesOfAnotherPlaceAreLeftAlone() throws Exception {
        try (Workshop workshop = workshop()) {
            Path one = workshop.place();
            Path other = workshop.place();
            workshop.call(DETACHING, Map.of(), other);
            ProcessHandle sleeper = onlyOne(workshop.marked(other));

            workshop.clear(one);

            assertThat(Marked.program(sleeper)).isPresent();
        }
    }

    @Test
    void whatAMarkedProcessStartedIsFoundWithoutTheMark() throws Exception {
        try (Workshop workshop = workshop()) {
            Path place = workshop.place();
            workshop.launch(
                    List.of("sh", "-c", "env -i sleep 1000 & wait"),
                    Map.of(),
                    place,
                    place.resolve("output"));

            assertThat(Pause.until(LIMIT, () -> sleepers(workshop.marked(place)).size() == 1))
                    .isTrue();
        }
    }

    @Test
    void whatHasNoEnvironmentIsFoundByTheMarkAmongItsArguments() throws Exception {
        try (Workshop workshop = workshop()) {
            Path place = workshop.place();
            workshop.call(
                    List.of(
                            "sh",
                            "-c",
                            "setsid env -i sh -c 'sleep 1000; :' left FOSTER_BENCH=$FOSTER_BENCH"
                                    + " >/dev/null 2>&1 & echo gone"),
                    Map.of(),
                    place);

            assertThat(Pause.until(LIMIT, () -> sleepers(workshop.marked(place)).size() == 1))
                    .isTrue();
            assertThat(workshop.marked(place).all())
                    .filteredOn(it -> Marked.hasArgument(it, "left"))
                    .hasSize(1)
                    .allMatch(it -> Marked.variable(it, Marked.VARIABLE).isEmpty());
        }
    }

    @Test
    void aVariableOfAProcessIsRead() throws Exception {
        try (Workshop workshop = workshop()) {
            Path place = workshop.place();
            Process process =
                    workshop.launch(
                            List.of("sleep", "1000"),
                            Map.of("FIRST", "a=b", "EMPTY", ""),
                            place,
                            place.resolve("output"));

            assertThat(Marked.variable(process.toHandle(), "FIRST")).hasValue("a=b");
            assertThat(Marked.variable(process.toHandle(), "EMPTY")).hasValue("");
            assertThat(Marked.variable(process.toHandle(), "FIRS")).isEmpty();
        }
    }

    @Test
    void afterTheEndNothingIsLeftAndNothingBegins() throws Exception {
        Workshop workshop = workshop();
        Path place = workshop.place();
        workshop.call(DETACHING, Map.of(), place);
        ProcessHandle sleeper = onlyOne(workshop.marked(place));

        workshop.close();

        assertThat(Pause.until(LIMIT, () -> Marked.program(sleeper).isEmpty())).isTrue();
        try (Stream<Path> left = Files.list(checkout().resolve("bench/target/sup"))) {
            assertThat(left).isEmpty();
        }
        assertThatExceptionOfType(TrialFailed.class)
                .isThrownBy(
                        () ->
                                workshop.launch(
                                        List.of("true"), Map.of(), root, root.resolve("output")))
                .withMessage("the benchmark was told to end");
    }

    @Test
    void aPathTooLongForSocketsIsRefused() {
        Path deep = root.resolve("a-folder-with-quite-a-long-name/and-another-one-in-it/checkout");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Workshop(Settings.of("supervise", List.of(deep.toString()))))
                .withMessageContaining("use a checkout with a shorter path");
    }

    private Workshop workshop() throws IOException {
        return new Workshop(Settings.of("supervise", List.of(checkout().toString())));
    }

    /** With a short name: it is part of the names of sockets. */
    private Path checkout() {
        return root.resolve("tree");
    }

    private static ProcessHandle onlyOne(Marked marked) throws TrialFailed {
        var found = new AtomicReference<>(List.<ProcessHandle>of());
        // Seen twice: a process has its new program a moment before its environment.
        assertThat(
                        Pause.until(
                                LIMIT,
                                () -> {
                                    found.set(sleepers(marked));
                                    return found.get().size() == 1
                                            && sleepers(marked).equals(found.get());
                                }))
                .isTrue();
        return found.get().getFirst();
    }

    private static List<ProcessHandle> sleepers(Marked marked) {
        return marked.all().stream()
                .filter(process -> Marked.program(process).toString().contains("sleep"))
                .toList();
    }
}
