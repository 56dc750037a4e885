package dev.foster.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.process.EngineFacts.Ability;
import dev.foster.process.EngineOptions.Kind;
import dev.foster.testkit.Eventually;
import dev.foster.testkit.Leaks;
import dev.foster.testkit.ProcTable;
import dev.foster.testkit.Shell;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * What every contract test stands on: a fresh engine of each kind, and the proof that nothing is
 * left once it is closed. Tests state the contract for all engines; where an engine does not
 * promise something, they ask its facts and state what it does instead.
 *
 * <p>{@code -Dfoster.test.kinds=LINUX} runs them for one engine only.
 */
@ParameterizedClass(name = "{0}")
@MethodSource("dev.foster.process.EngineContract#kinds")
@ExtendWith(NamesTheEngine.class)
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
abstract class EngineContract {
    /** Longer than anything takes that works; only a failing test waits for so long. */
    static final Duration SOON = Duration.ofSeconds(15);

    /** For plans whose kill must work: a busy machine may not run who is to die for seconds. */
    static final Duration KILL_LIMIT = Duration.ofSeconds(15);

    /** A variable all children of a test inherit, so that any that got away can be found. */
    static final String MARK = "FOSTER_TEST_MARK";

    private static final Set<Kind> WARM = EnumSet.noneOf(Kind.class);

    @Parameter Kind kind = Kind.BEST;
    String mark = "";
    ProcessEngine engine;
    Leaks before;

    static Stream<Kind> kinds() {
        String wanted = System.getProperty("foster.test.kinds", "LINUX,PORTABLE");
        boolean linux = System.getProperty("os.name", "").equals("Linux");
        return Arrays.stream(wanted.split(","))
                .map(Kind::valueOf)
                .filter(each -> linux || each != Kind.LINUX);
    }

    @BeforeEach
    void startTheEngine() throws Exception {
        if (WARM.add(kind)) {
            warmUp();
        }
        mark = UUID.randomUUID().toString();
        before = Leaks.snapshot();
        engine = ProcessEngine.start(options());
    }

    /**
     * What the JVM opens and starts once and for all shall not look like a leak of the first test.
     */
    private void warmUp() throws Exception {
        try (ProcessEngine first = ProcessEngine.start(options());
                Child child = first.spawn(ChildSpec.of(Shell.hanging()).stdin(Stdin.PIPE))) {
            Heard.of(child).await(Shell.READY);
        }
    }

    EngineOptions options() {
        return EngineOptions.defaults().kind(kind);
    }

    @AfterEach
    @Timeout(60)
    void closeTheEngineAndFindNothingLeft() {
        try {
            engine.close();
            before.assertNothingLeft();
            if (!Eventually.within(SOON, () -> marked().isEmpty())) {
                assertThat(marked()).as("processes that got away").isEmpty();
            }
        } finally {
            marked().forEach(EngineContract::kill);
        }
    }

    /** The processes that descend from this test, wherever they went. */
    List<ProcTable.Entry> marked() {
        return ProcTable.withVariable(MARK, mark);
    }

    /** The same, once there are so many of them. */
    List<ProcTable.Entry> marked(int count) {
        return Eventually.get(
                SOON,
                count + " processes of this test",
                this::marked,
                found -> found.size() == count);
    }

    static void kill(ProcTable.Entry entry) {
        if (ProcTable.running(entry)) {
            ProcessHandle.of(entry.pid()).ifPresent(ProcessHandle::destroyForcibly);
        }
    }

    /** Dead where the engine promises to find them; else the engine says so, and we end them. */
    void assertEnded(List<ProcTable.Entry> escaped) {
        if (!can(Ability.FINDS_ESCAPED_DESCENDANTS)) {
            assertThat(engine.facts().limits()).isNotEmpty();
            escaped.forEach(EngineContract::kill);
        }
        Eventually.until(
                SOON, "they are gone", () -> escaped.stream().noneMatch(ProcTable::running));
    }

    /**
     * Starts a JVM for a scene. Our own engine is closed first: while it is open, this JVM adopts
     * orphans, and those of the second JVM shall go where they go without us.
     */
    SecondJvm secondJvm(String... scene) throws IOException {
        return secondJvm(SecondJvm.command(scene));
    }

    SecondJvm secondJvm(List<String> command) throws IOException {
        engine.close();
        return SecondJvm.start(mark, command);
    }

    boolean can(Ability ability) {
        return engine.facts().can(ability);
    }

    Child spawn(ChildSpec spec) {
        return engine.spawn(spec.environment(MARK, mark));
    }

    Child spawn(List<String> command) {
        return spawn(ChildSpec.of(command));
    }

    /** Runs a script of {@code /bin/sh}. */
    Child shell(String script) {
        return spawn(Shell.script(script));
    }

    /** Starts a child of the kit and waits until it says that it is ready. */
    Child ready(ChildSpec spec) throws InterruptedException {
        Child child = spawn(spec);
        Heard.of(child).await(Shell.READY);
        return child;
    }

    Child ready(List<String> command) throws InterruptedException {
        return ready(ChildSpec.of(command));
    }

    /** Runs a child to its end and tells the lines of both its streams. */
    List<String> linesOf(ChildSpec spec) throws InterruptedException {
        return Heard.of(spawn(spec)).awaitEnd().texts();
    }

    static Exit exitOf(Child child) throws InterruptedException {
        return child.awaitExit(SOON)
                .orElseThrow(
                        () ->
                                new AssertionError(
                                        "no exit of pid " + child.pid() + " within " + SOON));
    }

    /**
     * The exit of a child, once all that it wrote has been read as well: a reader that is kept from
     * running for as long as the hold limit is not waited for with the exit.
     */
    static Exit endOf(Child child) throws Exception {
        Exit exit = exitOf(child);
        child.output().ended().get(SOON.toSeconds(), TimeUnit.SECONDS);
        return exit;
    }
}
