package dev.foster.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.process.EngineOptions.Kind;
import dev.foster.testkit.Eventually;
import dev.foster.testkit.ProcTable;
import dev.foster.testkit.Shell;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.channels.Pipe;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What a child is born with, and what is left of it in the process table. */
@EnabledOnOs(OS.LINUX)
class HygieneTest extends EngineContract {

    @BeforeAll
    static void openTheDescriptorsTheJdkKeepsForItsSockets() throws IOException {
        new ServerSocket(0, 1, InetAddress.getLoopbackAddress()).close();
        SocketChannel.open().close();
    }

    @Test
    void aChildHasThreeDescriptorsHoweverManyWeHave(@TempDir Path folder) throws Exception {
        try (var out = new FileOutputStream(folder.resolve("file").toFile());
                var in = new FileInputStream(folder.resolve("file").toFile());
                var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                var client = SocketChannel.open(server.getLocalSocketAddress())) {
            Pipe pipe = Pipe.open();
            spawn(ChildSpec.of(Shell.hanging()).stdin(Stdin.PIPE));
            assertThat(client.isConnected()).isTrue();

            // The shell is looked at by ls from outside: ls itself opens the directory.
            assertThat(linesOf(ChildSpec.of(Shell.script("ls /proc/$$/fd; :")).stdin(Stdin.PIPE)))
                    .containsExactly("0", "1", "2");
            pipe.source().close();
            pipe.sink().close();
            assertThat(in.read()).isEqualTo(-1);
            out.flush();
        }
    }

    @Test
    void aChildBlocksAndIgnoresNoSignal() throws Exception {
        List<String> signals =
                linesOf(ChildSpec.of("cat", "/proc/self/status")).stream()
                        .filter(line -> line.matches("Sig(Blk|Ign|Cgt):.*"))
                        .toList();

        if (kind == Kind.LINUX) {
            assertThat(signals)
                    .containsExactly(
                            "SigBlk:\t" + zeros(), "SigIgn:\t" + zeros(), "SigCgt:\t" + zeros());
        } else {
            // The JDK starts children with the mask of the thread that asked.
            assertThat(signals).hasSize(3).contains("SigCgt:\t" + zeros());
        }
    }

    private static String zeros() {
        return "0".repeat(16);
    }

    @Test
    void aChildLeadsItsOwnSessionAndGroup() throws Exception {
        Child child = ready(Shell.hanging());
        ProcTable.Entry entry = ProcTable.find(child.pid()).orElseThrow();

        if (kind == Kind.LINUX) {
            assertThat(entry.group()).isEqualTo(child.pid());
            assertThat(entry.session()).isEqualTo(child.pid());
        } else if (entry.session() != child.pid()) {
            assertThat(engine.facts().limits()).isNotEmpty();
        }
    }

    @Test
    void aChildThatSharesOurSessionStillLeadsItsGroup() throws Exception {
        if (kind == Kind.LINUX) {
            Child child = ready(ChildSpec.of(Shell.hanging()).session(Session.SHARED));
            ProcTable.Entry entry = ProcTable.find(child.pid()).orElseThrow();

            assertThat(entry.group()).isEqualTo(child.pid());
            assertThat(entry.session())
                    .isEqualTo(
                            ProcTable.find(ProcessHandle.current().pid()).orElseThrow().session());
        } else {
            Child child = ready(ChildSpec.of(Shell.hanging()).session(Session.SHARED));
            assertThat(child.alive()).isTrue();
        }
    }

    @Test
    void anExitIsToldOnceTheZombieIsGone() throws Exception {
        for (int i = 0; i < 50; i++) {
            Child child = spawn(List.of("true"));
            exitOf(child);

            assertThat(ProcTable.find(child.pid())).isEmpty();
        }
    }

    @Test
    void noZombieStaysAmongMany() throws Exception {
        var children = new ArrayList<Child>();
        for (int i = 0; i < 100; i++) {
            children.add(spawn(List.of("true")));
        }
        for (Child child : children) {
            exitOf(child);
        }

        assertThat(ProcTable.children(ProcessHandle.current().pid()))
                .noneMatch(ProcTable.Entry::zombie);
    }

    @Test
    void orphansThatComeToUsAreReaped() throws Exception {
        Child child =
                spawn(
                        ChildSpec.of(
                                Shell.script(
                                        "for i in 1 2 3 4 5; do (sleep 0.2 &) </dev/null >/dev/null"
                                                + " 2>&1; done; echo READY; exec sleep 1000")));
        Heard.of(child).await(Shell.READY);

        Eventually.until(SOON, "the orphans have come and gone", () -> marked().size() == 1);
        Eventually.until(
                SOON,
                "no zombie is left of them",
                () ->
                        ProcTable.children(ProcessHandle.current().pid()).stream()
                                .noneMatch(ProcTable.Entry::zombie));
        assertThat(child.alive()).isTrue();
    }

    @Test
    void orphansOfProcessesThatOthersStartLeaveNoZombieToo() throws Exception {
        // Whoever makes this JVM the one that orphans go to has to answer for all of them.
        var builder = new ProcessBuilder(Shell.script("(sleep 0.1; exit 1) & echo $!"));
        builder.environment().put(MARK, mark);
        Process other = builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
        long orphan = Long.parseLong(other.inputReader().readLine());
        assertThat(other.waitFor()).isZero();
        Eventually.until(SOON, "the orphan has ended", () -> !ProcTable.running(orphan));

        engine.close();

        close(other);
        assertThat(ProcTable.children(ProcessHandle.current().pid()))
                .noneMatch(ProcTable.Entry::zombie);
    }

    @Test
    void processesThatOthersStartInThisJvmAreNotReapedByUs() throws Exception {
        var started = new ArrayList<Process>();
        for (int i = 0; i < 20; i++) {
            started.add(new ProcessBuilder(Shell.script("exit 7")).start());
            spawn(List.of("true"));
        }
        for (Process process : started) {
            assertThat(process.waitFor()).isEqualTo(7);
            close(process);
        }
    }

    private static void close(Process process) throws IOException {
        process.getInputStream().close();
        process.getErrorStream().close();
        process.getOutputStream().close();
    }
}
