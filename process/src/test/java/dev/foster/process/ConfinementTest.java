package dev.foster.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.process.EngineFacts.Ability;
import dev.foster.process.EngineOptions.Kind;
import dev.foster.process.internal.confine.ConfineTimeout;
import dev.foster.testkit.Eventually;
import dev.foster.testkit.Shell;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Limits of children, and what becomes of requests that cannot be met. */
@EnabledOnOs(OS.LINUX)
class ConfinementTest extends EngineContract {
    private static final ResourceLimits FREE = ResourceLimits.none();

    @TempDir Path folder;

    @Test
    void theKernelsLimitOnFilesIsALittleAboveTheWishedOne() throws Exception {
        assertThat(linesOf(limited(FREE.files(100), "ulimit -S -n; ulimit -H -n")))
                .containsExactly("125", "125");
        assertThat(linesOf(limited(FREE.files(16), "ulimit -n"))).containsExactly("24");
    }

    @Test
    void aLowerLimitOnFilesThatIsThereAlreadyStays() throws Exception {
        String ours = linesOf(limited(FREE, "ulimit -H -n")).getFirst();

        assertThat(linesOf(limited(FREE.files(Integer.MAX_VALUE), "ulimit -H -n")))
                .containsExactly(ours);
    }

    @Test
    void aChildThatOpensFilesWithoutEndIsHeldByTheKernel() throws Exception {
        ChildSpec spec =
                ChildSpec.of(
                                "python3",
                                "-c",
                                """
                                held = []
                                try:
                                    while True:
                                        held.append(open('/dev/null'))
                                except OSError as refused:
                                    print(refused.errno, 30 < len(held) < 40)
                                """)
                        .confinement(new Confinement(FREE.files(32), Isolation.none()));

        assertThat(linesOf(spec)).containsExactly("24 True");
    }

    @Test
    void aChildWithWatchedLimitsOnlyIsStartedAsEverWhereTheKernelHoldsNone() throws Exception {
        Child child = spawn(limited(FREE.memoryBytes(500_000_000), "echo $0 $$; exit 3"));

        List<String> lines = Heard.of(child).awaitEnd().texts();

        assertThat(lines).containsExactly("/bin/sh " + child.pid());
        assertThat(exitOf(child).overLimit()).isEmpty();
    }

    @Test
    void throttlingNeedsACgroup() {
        if (can(Ability.HOLDS_CPU)) {
            return;
        }
        assertThat(
                        refused(
                                ChildSpec.of("true")
                                        .confinement(
                                                new Confinement(
                                                        FREE.cpuPercent(50).throttle(true),
                                                        Isolation.none()))))
                .startsWith("cannot throttle true: ")
                .contains("cgroup");
    }

    @Test
    void anUnknownUserOrGroup() {
        assertThat(Refusals.message(engine, "true", Isolation.none().user("no-such-user")))
                .isEqualTo(
                        "cannot run true as user no-such-user: there is no such user; create it or"
                                + " name another");
        assertThat(Refusals.message(engine, "true", Isolation.none().group("no-such-group")))
                .isEqualTo(
                        "cannot run true in group no-such-group: there is no such group; create it"
                                + " or name another");
    }

    @Test
    void aReadOnlyPathThatDoesNotExist() {
        Path missing = folder.resolve("missing");

        assertThat(Refusals.message(engine, "true", Isolation.none().readOnly(List.of(missing))))
                .isEqualTo(
                        "cannot make "
                                + missing
                                + " read-only for true: it does not exist; create it or leave it"
                                + " out");
    }

    @Test
    void aStepThatFailsIsToldInItsOwnWords() throws Exception {
        executable("setpriv", "#!/bin/sh\necho 'setpriv: out of order' >&2\nexit 127\n");
        var command =
                new ArrayList<>(List.of("env", "PATH=" + folder + ":" + System.getenv("PATH")));
        command.addAll(SecondJvm.command("confined", kind.name()));

        try (SecondJvm jvm = secondJvm(command)) {
            assertThat(jvm.line())
                    .isEqualTo(
                            "cannot start /bin/sh: setpriv: out of order; run foster with the"
                                    + " rights that takes, or ask for less");
            assertThat(jvm.allLines()).hasSize(5);
            assertThat(jvm.exitCode()).isZero();
        }
    }

    @Test
    void aStepThatHangsIsGivenUp() throws Exception {
        executable("setpriv", "#!/bin/sh\nsleep 1000\n");
        var command =
                new ArrayList<>(List.of("env", "PATH=" + folder + ":" + System.getenv("PATH")));
        List<String> java = SecondJvm.command("confined", kind.name());
        command.add(java.getFirst());
        command.add("-D" + ConfineTimeout.PROPERTY + "=500");
        command.addAll(java.subList(1, java.size()));

        try (SecondJvm jvm = secondJvm(command)) {
            assertThat(jvm.line())
                    .isEqualTo(
                            "cannot start /bin/sh: its limits and isolation were not set up within"
                                    + " 500 ms; look at its mounts and users");
            assertThat(jvm.allLines()).hasSize(5);
            assertThat(jvm.exitCode()).isZero();
            Eventually.until(SOON, "nothing of it is left", () -> jvm.left().isEmpty());
        }
    }

    @Test
    void noVariableOfTheChildIsLostOnTheWayToIt() throws Exception {
        ChildSpec spec =
                ChildSpec.of("env")
                        .environment("most", "kept")
                        .environment("-odd", "kept")
                        .confinement(new Confinement(FREE.files(100), Isolation.none()));

        assertThat(linesOf(spec)).contains("most=kept", "-odd=kept");
    }

    @Test
    void whatIsWrongWithTheProgramIsToldAsEver() throws Exception {
        Isolation isolation = Isolation.none().noNewPrivileges(true);
        Path plain = Files.writeString(folder.resolve("plain"), "#!/bin/sh\n");
        Path words = executable("words", "just words");
        Path orphan = executable("orphan", "#!/no/such/interpreter\n");

        assertThat(codeOf("no-such-tool", isolation)).isEqualTo("command-not-found");
        assertThat(codeOf(folder.resolve("missing").toString(), isolation))
                .isEqualTo("command-not-found");
        assertThat(codeOf(plain.toString(), isolation)).isEqualTo("not-executable");
        assertThat(codeOf(folder.toString(), isolation)).isEqualTo("not-executable");
        assertThat(codeOf(words.toString(), isolation)).isEqualTo("not-executable");
        assertThat(codeOf(orphan.toString(), isolation)).isEqualTo("bad-interpreter");
        assertThat(
                        problem(
                                        ChildSpec.of("true")
                                                .directory(folder.resolve("missing"))
                                                .confinement(new Confinement(FREE, isolation)))
                                .code())
                .isEqualTo("no-such-directory");
        assertThat(
                        problem(
                                        ChildSpec.of("echo", "x".repeat(3_000_000))
                                                .confinement(new Confinement(FREE, isolation)))
                                .code())
                .isEqualTo("arguments-too-long");
    }

    @Test
    void theReadyDescriptorReachesAConfinedChildWhateverItsNumber() throws Exception {
        if (kind != Kind.LINUX) {
            return;
        }
        for (int number : List.of(3, 8, 9)) {
            Child child =
                    spawn(
                            limited(FREE.files(64), "echo >&" + number + "; exec sleep 1000")
                                    .readyDescriptor(number));

            assertThat(child.readySignal().get(15, TimeUnit.SECONDS)).isTrue();
        }
        Child child =
                spawn(
                        ChildSpec.of("bash", "-c", "echo >&100; exec sleep 1000")
                                .readyDescriptor(100)
                                .confinement(new Confinement(FREE.files(200), Isolation.none())));
        assertThat(child.readySignal().get(15, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void aConfinedChildReachesItsNotifySocket() throws Exception {
        if (kind != Kind.LINUX) {
            return;
        }
        var heard = new LinkedBlockingQueue<NotifyMessage>();
        Path path = folder.resolve("notify");
        String script =
                "import os, socket; s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM);"
                        + " s.connect(os.environ['NOTIFY_SOCKET']); s.send(b'READY=1')";
        try (NotifySocket _ = engine.notifySocket(path, heard::add)) {
            Child child =
                    spawn(
                            ChildSpec.of("python3", "-c", script)
                                    .environment("NOTIFY_SOCKET", path.toString())
                                    .confinement(
                                            new Confinement(
                                                    FREE,
                                                    Isolation.none().privateTemporary(true))));

            NotifyMessage message = heard.poll(SOON.toSeconds(), TimeUnit.SECONDS);

            assertThat(message).isNotNull();
            assertThat(message.sender()).hasValue(child.pid());
            assertThat(exitOf(child).clean()).isTrue();
        }
    }

    @Test
    void confinedChildrenEndWithTheirDescendants() throws Exception {
        Child child =
                spawn(
                        ChildSpec.of(Shell.withEscapedGrandchild())
                                .confinement(
                                        new Confinement(
                                                FREE.files(64),
                                                Isolation.none().privateTemporary(true))));
        Heard.of(child).await(Shell.READY);

        StopReport report = child.stop(StopPlan.defaults().grace(Duration.ofSeconds(2))).join();

        assertThat(report.exit()).isPresent();
        assertEnded(marked());
    }

    @Test
    void theFactsSayHowLimitsAndIsolationAreEnforced() {
        EngineFacts facts = engine.facts();

        assertThat(facts.enforcement())
                .anyMatch(it -> it.what().equals("limits") && it.how().contains("memory"))
                .anyMatch(it -> it.what().equals("limits") && it.how().contains("files"))
                .anyMatch(it -> it.what().equals("isolation") && it.how().contains("setpriv"))
                .anyMatch(it -> it.what().equals("isolation") && it.how().contains("/tmp"));
        assertThat(facts.abilities())
                .contains(Ability.HOLDS_FILES, Ability.OTHER_USERS, Ability.PRIVATE_MOUNTS);
    }

    private String codeOf(String program, Isolation isolation) {
        return problem(ChildSpec.of(program).confinement(new Confinement(FREE, isolation))).code();
    }

    private ChildProblem problem(ChildSpec spec) {
        try {
            engine.spawn(spec);
        } catch (ProblemException thrown) {
            return thrown.problem();
        }
        throw new AssertionError("it was started");
    }

    private String refused(ChildSpec spec) {
        return Refusals.problem(engine, spec).message();
    }

    private Path executable(String name, String text) throws Exception {
        return Files.setPosixFilePermissions(
                Files.writeString(folder.resolve(name), text),
                PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private static ChildSpec limited(ResourceLimits limits, String script) {
        return ChildSpec.of(Shell.script(script))
                .confinement(new Confinement(limits, Isolation.none()));
    }
}
