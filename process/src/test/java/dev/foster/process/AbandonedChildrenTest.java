package dev.foster.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.foster.testkit.Eventually;
import dev.foster.testkit.Leaks;
import dev.foster.testkit.ProcTable;
import dev.foster.testkit.Shell;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** What an earlier program left running is found by what it wrote down, and nothing else is. */
@EnabledOnOs(OS.LINUX)
@Timeout(60)
class AbandonedChildrenTest {
    private static final Duration SOON = Duration.ofSeconds(15);
    private static final String NONE = "";

    private final String mark = UUID.randomUUID().toString();
    private final String cookie = "1a2b-" + mark.replace("-", "") + ".";
    private final List<Process> started = new ArrayList<>();
    private Leaks before;

    @BeforeEach
    void rememberWhatIsThere() throws Exception {
        new ProcessBuilder("true").start().waitFor();
        before = Leaks.snapshot();
    }

    @AfterEach
    void nothingIsLeft() throws Exception {
        for (Process process : started) {
            process.destroyForcibly().waitFor();
            process.getInputStream().close();
            process.getErrorStream().close();
            process.getOutputStream().close();
        }
        List<ProcTable.Entry> left = marked();
        left.forEach(
                entry -> ProcessHandle.of(entry.pid()).ifPresent(ProcessHandle::destroyForcibly));
        assertThat(left).as("processes that got away").isEmpty();
        before.assertNothingLeft();
    }

    @Test
    void aMarkKnowsItsProcessUntilThatEnds() throws Exception {
        Process process = start(false, Shell.hanging());
        ProcessMark of = markOf(process);

        assertThat(of.running()).isTrue();
        process.destroyForcibly().waitFor();
        assertThat(of.running()).isFalse();
        assertThat(ProcessMark.of(process.pid())).isEmpty();
    }

    @Test
    void aMarkIsReadAsItWasWritten() {
        ProcessMark own = ProcessMark.of(ProcessHandle.current().pid()).orElseThrow();

        assertThat(ProcessMark.parse(own.toString())).contains(own);
        assertThat(own.toString()).matches("\\d+@\\d+@[0-9a-f-]{36}");
        for (String torn :
                List.of("", "12", "12@", "12@34", "12@34@", "a@b@c", "1@2@3 4", "-1@2@3")) {
            assertThat(ProcessMark.parse(torn)).as(torn).isEmpty();
        }
    }

    @Test
    void aZombieDoesNotRun() throws Exception {
        Process parent = start(false, Shell.script("sh -c 'echo $$; exit 0' & exec sleep 1000"));
        long pid = Long.parseLong(parent.inputReader().readLine());
        Eventually.until(
                SOON,
                "it is a zombie",
                () -> ProcTable.find(pid).filter(ProcTable.Entry::zombie).isPresent());
        ProcTable.Entry zombie = ProcTable.find(pid).orElseThrow();

        assertThat(ProcessMark.of(pid)).isEmpty();
        assertThat(new ProcessMark(pid, zombie.started(), own().bootId()).running()).isFalse();
    }

    @Test
    void aMarkedProcessIsFoundAndEnded() throws Exception {
        ProcessMark of = markOf(start(false, Shell.hanging()));

        assertThat(AbandonedChildren.find(NONE, List.of(of))).containsExactly(of);
        assertThat(AbandonedChildren.end(NONE, List.of(of), SOON)).isEmpty();
        assertThat(of.running()).isFalse();
    }

    @Test
    void aNumberThatAnotherProcessHasNowIsNotTouched() throws Exception {
        ProcessMark of = markOf(start(false, Shell.hanging()));
        var earlier = new ProcessMark(of.pid(), of.startTicks() - 1, of.bootId());
        var otherBoot = new ProcessMark(of.pid(), of.startTicks(), UUID.randomUUID().toString());

        assertThat(earlier.running()).isFalse();
        assertThat(otherBoot.running()).isFalse();
        assertThat(AbandonedChildren.end(NONE, List.of(earlier, otherBoot), SOON)).isEmpty();
        assertThat(of.running()).isTrue();
    }

    @Test
    void theGroupOfAMarkedLeaderGoesWithIt() throws Exception {
        // The members have no cookie: nothing but the group tells that they are its.
        Process process =
                start(
                        false,
                        List.of(
                                "setsid",
                                "sh",
                                "-c",
                                "sleep 1000 & sleep 1000 & echo READY; wait"));
        Eventually.until(SOON, "three are there", () -> marked().size() == 3);

        assertThat(AbandonedChildren.end(NONE, List.of(markOf(process)), SOON)).isEmpty();
        Eventually.until(SOON, "all are gone", () -> marked().isEmpty());
    }

    @Test
    void aGrandchildInASessionOfItsOwnIsFoundByItsCookie() throws Exception {
        Process process = start(true, Shell.withEscapedGrandchild());
        ProcessMark of = markOf(process);
        List<ProcTable.Entry> family = ProcTable.descendants(process.pid());
        assertThat(family).hasSize(1);
        process.destroyForcibly().waitFor();

        assertThat(AbandonedChildren.find(cookie, List.of(of)))
                .extracting(ProcessMark::pid)
                .containsExactly(family.getFirst().pid());
        assertThat(AbandonedChildren.end(cookie, List.of(of), SOON)).isEmpty();
        assertThat(family).noneMatch(ProcTable::running);
    }

    @Test
    void aChainThatForksAndEndsAgainAndAgainIsBroken() throws Exception {
        // Each link starts the next and ends; in a session of its own now and then.
        String link =
                "n=$1; sleep 0.02; if [ $((n % 4)) = 0 ];"
                        + " then setsid sh -c \"$LINK\" link $((n+1)) &"
                        + " else sh -c \"$LINK\" link $((n+1)) & fi; exit 0";
        var builder = builder(true, List.of("sh", "-c", link, "link", "1"));
        builder.environment().put("LINK", link);
        builder.redirectOutput(ProcessBuilder.Redirect.DISCARD);
        Process first = start(builder);
        assertThat(first.waitFor()).isZero();
        Eventually.until(
                SOON, "the chain runs", () -> !AbandonedChildren.find(cookie, List.of()).isEmpty());

        assertThat(AbandonedChildren.end(cookie, List.of(), SOON)).isEmpty();

        assertThat(Eventually.within(Duration.ofMillis(300), () -> !marked().isEmpty()))
                .as("a link came back")
                .isFalse();
    }

    @Test
    void theChildrenOfAnEngineCarryTheCookieItTells() throws Exception {
        try (ProcessEngine engine = ProcessEngine.start();
                Child child = engine.spawn(ChildSpec.of(Shell.hanging()).environment("M", mark))) {
            ProcessMark of = ProcessMark.of(child.pid()).orElseThrow();

            Eventually.until(
                    SOON,
                    "it is found",
                    () -> AbandonedChildren.find(engine.cookie(), List.of()).equals(List.of(of)));
            assertThat(AbandonedChildren.end(engine.cookie(), List.of(), SOON)).isEmpty();
            assertThat(child.awaitExit(SOON).orElseThrow().describe())
                    .isEqualTo("killed by SIGKILL");
        }
    }

    @Test
    void aDescendantWithoutEnvironmentGroupAndParentIsFoundByItsDescent() throws Exception {
        try (ProcessEngine engine = ProcessEngine.start();
                // It starts the other once it is told to: a child is marked a moment after its
                // start.
                Child child =
                        engine.spawn(
                                ChildSpec.of(
                                                "sh",
                                                "-c",
                                                "read -r go; setsid sh -c 'env -i sleep 1000 & echo"
                                                        + " $!' & exec sleep 1000")
                                        .environment("M", mark)
                                        .stdin(Stdin.PIPE))) {
            child.stdin().write('\n');
            child.stdin().flush();
            var first = new CompletableFuture<String>();
            var _ = child.output().lines(line -> first.complete(line.text()));
            long pid = Long.parseLong(first.get(15, TimeUnit.SECONDS));
            Eventually.until(SOON, "it is cleaned", () -> environment(pid).isEmpty());

            assertThat(AbandonedChildren.find(engine.cookie(), List.of()))
                    .extracting(ProcessMark::pid)
                    .contains(pid);
            assertThat(AbandonedChildren.find("1-0123456789abcdef.", List.of()))
                    .as("of another engine")
                    .isEmpty();
            assertThat(AbandonedChildren.end(engine.cookie(), List.of(), SOON)).isEmpty();
            assertThat(ProcTable.running(pid)).isFalse();
        }
    }

    private static String environment(long pid) {
        try {
            return Files.readString(Path.of("/proc/" + pid + "/environ"));
        } catch (IOException gone) {
            return "gone";
        }
    }

    @Test
    void thisJvmAndItsAncestorsAreNotTouched() {
        long parent = ProcessHandle.current().parent().orElseThrow().pid();
        List<ProcessMark> us = List.of(own(), ProcessMark.of(parent).orElseThrow());

        assertThat(AbandonedChildren.find(NONE, us)).isEmpty();
        assertThat(AbandonedChildren.end(NONE, us, SOON)).isEmpty();
    }

    @Test
    void othersInAGroupThatIsNotOursAreNotTouched() throws Exception {
        // A leader without the cookie, and a member of its group with it.
        Process leader =
                start(
                        false,
                        List.of(
                                "setsid",
                                "sh",
                                "-c",
                                "env FOSTER_COOKIE="
                                        + cookie
                                        + "7\\; sleep 1000 & echo READY; wait; echo"
                                        + " gone; exec sleep 1000"));
        Eventually.until(
                SOON,
                "the member runs",
                () -> AbandonedChildren.find(cookie, List.of()).size() == 1);

        assertThat(AbandonedChildren.end(cookie, List.of(), SOON)).isEmpty();
        assertThat(leader.inputReader().readLine()).isEqualTo("gone");
        assertThat(leader.isAlive()).isTrue();
    }

    @Test
    void whatIsNoCookieIsRefused() {
        for (String nonsense : List.of(".", "a", "=", "PATH", "12-34.")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> AbandonedChildren.end(nonsense, List.of(), SOON))
                    .withMessageContaining("no engine has one like that");
        }
    }

    @Test
    void whatIsStillThereWhenTheTimeIsOverIsTold() throws Exception {
        ProcessMark of = markOf(start(false, Shell.hanging()));

        assertThat(AbandonedChildren.end(NONE, List.of(of), Duration.ofNanos(-1)))
                .containsExactly(of);
        assertThat(of.running()).isTrue();
    }

    private static ProcessMark own() {
        return ProcessMark.of(ProcessHandle.current().pid()).orElseThrow();
    }

    private static ProcessMark markOf(Process process) {
        return ProcessMark.of(process.pid()).orElseThrow();
    }

    private List<ProcTable.Entry> marked() {
        return ProcTable.withVariable("M", mark);
    }

    /** Starts a process and waits for its first line, which is READY unless the test reads it. */
    private Process start(boolean withCookie, List<String> command) throws IOException {
        Process process = start(builder(withCookie, command));
        if (String.join(" ", command).contains(Shell.READY)) {
            assertThat(process.inputReader().readLine()).isEqualTo(Shell.READY);
        }
        return process;
    }

    private Process start(ProcessBuilder builder) throws IOException {
        Process process = builder.start();
        started.add(process);
        return process;
    }

    private ProcessBuilder builder(boolean withCookie, List<String> command) {
        var builder = new ProcessBuilder(command);
        builder.environment().remove("FOSTER_COOKIE");
        builder.environment().put("M", mark);
        if (withCookie) {
            builder.environment().put("FOSTER_COOKIE", cookie + "1;outer");
        }
        return builder;
    }
}
