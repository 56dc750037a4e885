package dev.foster.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.process.EngineFacts.Ability;
import dev.foster.process.Exit.Ending;
import dev.foster.testkit.Shell;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** What children are kept from, asked of the children themselves. Only root may be another user. */
@EnabledOnOs(OS.LINUX)
class IsolationTest extends EngineContract {
    private static final Isolation NONE = Isolation.none();
    private static final boolean ROOT = AsNobody.ROOT;

    @TempDir Path folder;

    @Test
    void aChildRunsAsTheUserItIsGiven() throws Exception {
        AsNobody.needRoot();
        assertThat(said(NONE.user("nobody"), "id -u; id -g; id -G"))
                .containsExactly("65534", "65534", "65534");
        assertThat(said(NONE.user("65534"), "id -un")).containsExactly("nobody");
    }

    @Test
    void aChildRunsInTheGroupItIsGiven() throws Exception {
        AsNobody.needRoot();
        assertThat(said(NONE.user("nobody").group("daemon"), "id -un; id -gn"))
                .containsExactly("nobody", "daemon");
        assertThat(said(NONE.group("1"), "id -u; id -g; id -G")).containsExactly("0", "1", "1");
    }

    @Test
    void aUserWithoutAnAccountNeedsAGroup() throws Exception {
        AsNobody.needRoot();
        assertThat(said(NONE.user("54321").group("54322"), "id -u; id -G"))
                .containsExactly("54321", "54322");
        assertThat(Refusals.message(engine, "true", NONE.user("54321")))
                .isEqualTo(
                        "cannot run true as user 54321: no account has this number, so its group"
                                + " is not known; name a group as well");
    }

    @Test
    void aChildCanGainNoNewPrivileges() throws Exception {
        String ask = "grep NoNewPrivs /proc/self/status";

        assertThat(said(NONE, ask)).containsExactly("NoNewPrivs:\t0");
        assertThat(said(NONE.noNewPrivileges(true), ask)).containsExactly("NoNewPrivs:\t1");
    }

    @Test
    void filesOfAChildLackTheRightsOfItsUmask() throws Exception {
        String make = "touch made; stat -c %a made; umask";

        assertThat(linesOf(confined(NONE.umask(0027), make).directory(folder)))
                .containsExactly("640", "0027");
        assertThat(said(NONE.umask(0).noNewPrivileges(true), "umask")).containsExactly("0000");
    }

    @Test
    void aPrivateTemporaryFolderIsEmptyAndGoesWithTheChild() throws Exception {
        String name = "foster-test-" + UUID.randomUUID();
        Path theirs = Path.of("/tmp", name + "-theirs");
        Path ours = Files.createFile(Path.of("/tmp", name + "-ours"));
        try {
            assertThat(
                            linesOf(
                                    confined(
                                                    NONE.privateTemporary(true),
                                                    "ls -A /tmp; touch "
                                                            + theirs
                                                            + "; ls -A /tmp; stat -c %a /tmp")
                                            .directory(Path.of("/"))))
                    .containsExactly(String.valueOf(theirs.getFileName()), "1777");
            assertThat(ours).exists();
            assertThat(theirs).doesNotExist();
        } finally {
            Files.delete(ours);
        }
    }

    @Test
    void whatTheSpecNamesBelowTheTemporaryFolderStays() throws Exception {
        Path work = Files.createDirectory(folder.resolve("work"));
        Path data = Files.createDirectory(folder.resolve("it's data"));
        Path given = Files.writeString(folder.resolve("given"), "text\n");
        Files.writeString(work.resolve("inside"), "x");
        ChildSpec spec =
                confined(NONE.privateTemporary(true), "ls; ls -A ..; pwd; cat \"$0\"; ls -d \"$D\"")
                        .directory(work)
                        .environment("D", data.toString());
        var command = new ArrayList<>(spec.command());
        command.add(given.toString());

        assertThat(linesOf(of(command, spec)))
                .containsExactly(
                        "inside",
                        "given",
                        "it's data",
                        "work",
                        work.toString(),
                        "text",
                        data.toString());
    }

    private static ChildSpec of(List<String> command, ChildSpec like) {
        return ChildSpec.of(command)
                .directory(like.directory().orElseThrow())
                .environment(like.environment())
                .confinement(like.confinement());
    }

    @Test
    void aReadOnlyPathCannotBeChanged() throws Exception {
        Path file = Files.writeString(folder.resolve("file"), "before\n");
        String script =
                "(echo after >"
                        + file
                        + ") 2>/dev/null || echo refused; cat "
                        + file
                        + "; touch "
                        + folder
                        + "/other 2>/dev/null || echo refused";

        assertThat(said(NONE.readOnly(List.of(folder)), script))
                .containsExactly("refused", "before", "refused");
        assertThat(
                        said(
                                NONE.readOnly(List.of(Path.of("file"))),
                                "(echo x >file) 2>/dev/null || pwd"))
                .containsExactly(folder.toString());
        assertThat(Files.writeString(file, "again\n")).hasContent("again");
    }

    @Test
    void whatIsMountedWithinAReadOnlyPathIsReadOnlyAsWell() throws Exception {
        assertThat(
                        said(
                                NONE.readOnly(List.of(Path.of("/dev"))),
                                "touch /dev/shm/foster-test 2>/dev/null || echo refused"))
                .containsExactly("refused");
    }

    @Test
    void allOfItAtOnce() throws Exception {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
        Isolation all = NONE.noNewPrivileges(true).privateTemporary(true).readOnly(List.of(folder));
        Child child =
                spawn(
                        confined(
                                        ROOT ? all.user("nobody") : all,
                                        "echo $$ $(id -u); touch x 2>/dev/null || echo refused;"
                                                + " touch /tmp/x && echo made; exec sleep 1000")
                                .directory(folder));

        List<String> lines = Heard.of(child).await("made").texts();

        assertThat(lines.getFirst()).startsWith(child.pid() + " ");
        assertThat(lines).contains("refused", "made");
        assertThat(lines.getFirst().endsWith(" 65534")).isEqualTo(ROOT);
        assertThat(child.stop().join().took()).isEqualTo(StopReport.Took.TERMINATE);
    }

    @Test
    void exitsAndSignalsOfAnIsolatedChildAreItsOwn() throws Exception {
        Isolation isolation = NONE.noNewPrivileges(true).privateTemporary(true);

        assertThat(exitOf(spawn(confined(isolation, "exit 7"))).ending())
                .isEqualTo(new Ending.Code(7));
        Exit killed = exitOf(spawn(confined(isolation, "kill -9 $$")));
        assertThat(killed.shellCode()).isEqualTo(137);
        if (can(Ability.EXACT_SIGNALS)) {
            assertThat(killed.ending()).isEqualTo(new Ending.Killed(Signal.KILL, false));
        }
    }

    @Test
    void anIsolatedChildHasTimeToEnd() throws Exception {
        Child child =
                spawn(
                        ChildSpec.of(Shell.onTerm("good-bye", 5))
                                .confinement(confinement(NONE.privateTemporary(true))));
        Heard heard = Heard.of(child).await(Shell.READY);

        StopReport report = child.stop().join();

        assertThat(report.exit().orElseThrow().ending()).isEqualTo(new Ending.Code(5));
        assertThat(heard.awaitEnd().texts()).contains("good-bye");
    }

    @Test
    void anIsolatedChildReadsItsInputAndSeesNoDescriptorOfOurs() throws Exception {
        ChildSpec spec =
                confined(
                                NONE.noNewPrivileges(true).privateTemporary(true),
                                "read word; echo \"got $word\"; for each in 3 4 5 6 7 8 9; do [ -e"
                                        + " /proc/$$/fd/$each ] && echo \"has $each\"; done; echo"
                                        + " error >&2; echo end")
                        .stdin(Stdin.PIPE);
        Child child = spawn(spec);
        Heard heard = Heard.of(child);

        child.stdin().write("something\n".getBytes(StandardCharsets.UTF_8));
        child.stdin().close();

        assertThat(heard.awaitEnd().texts())
                .containsExactlyInAnyOrder("got something", "error", "end");
    }

    @Test
    void variablesWithOddNamesArriveToo() throws Exception {
        ChildSpec spec =
                ChildSpec.of("env", "-0")
                        .environment("odd.name", "it's there")
                        .environment("PLAIN", "$HOME")
                        .confinement(confinement(NONE.noNewPrivileges(true)));

        assertThat(String.join("", linesOf(spec)).split("\0", -1))
                .contains("odd.name=it's there", "PLAIN=$HOME");
    }

    @Test
    void argumentsArriveAsTheyAre() throws Exception {
        ChildSpec spec =
                ChildSpec.of("printf", "<%s>\\n", "", "a b", "it's", "$HOME `id` \\", "-n", "ü")
                        .confinement(confinement(NONE.noNewPrivileges(true)));

        assertThat(linesOf(spec))
                .containsExactly("<>", "<a b>", "<it's>", "<$HOME `id` \\>", "<-n>", "<ü>");
    }

    @Test
    void aProgramThatTheUserMayNotReachIsNotStarted() throws Exception {
        AsNobody.needRoot();
        Path program = script(folder.resolve("program"));
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));

        assertThat(Refusals.message(engine, program.toString(), NONE.user("nobody")))
                .isEqualTo(
                        "cannot start "
                                + program
                                + ": user nobody may not execute "
                                + program
                                + "; let that user enter its folders, or name another");
    }

    private static Path script(Path file) throws IOException {
        Files.writeString(file, "#!/bin/sh\nexit 0\n");
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private List<String> said(Isolation isolation, String script) throws InterruptedException {
        return linesOf(confined(isolation, script).directory(folder));
    }

    private static ChildSpec confined(Isolation isolation, String script) {
        return ChildSpec.of(Shell.script(script)).confinement(confinement(isolation));
    }

    private static Confinement confinement(Isolation isolation) {
        return new Confinement(ResourceLimits.none(), isolation);
    }
}
