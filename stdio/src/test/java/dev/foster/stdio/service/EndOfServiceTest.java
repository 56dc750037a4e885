package dev.foster.stdio.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.stdio.spec.Credentials;
import dev.foster.stdio.spec.ServiceSettings;
import dev.foster.testkit.Ports;
import dev.foster.testkit.ProcTable;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What becomes of children and clients when the service goes, in order or not. */
@Timeout(60)
class EndOfServiceTest {
    private static final int SESSIONS = 20;

    /** They ignore the end of their input, so they do not go of their own accord. */
    @Test
    void noChildOutlivesAServiceThatIsKilled() throws Exception {
        Process jvm =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "--enable-native-access=ALL-UNNAMED",
                                "-Xmx128m",
                                "-XX:TieredStopAtLevel=1",
                                "-cp",
                                System.getProperty("java.class.path"),
                                ServiceJvm.class.getName())
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        var visitors = new ArrayList<Visitor>();
        try (var said =
                new BufferedReader(
                        new InputStreamReader(jvm.getInputStream(), StandardCharsets.UTF_8))) {
            int port = Integer.parseInt(said.readLine());
            var children = new ArrayList<ProcTable.Entry>();
            for (int i = 0; i < SESSIONS; i++) {
                Visitor visitor = Visitor.at(port, "shell").open();
                visitors.add(visitor);
                long pid = Long.parseLong(visitor.call("pid").words());
                children.add(ProcTable.find(pid).orElseThrow());
            }
            assertThat(children).hasSize(SESSIONS).allMatch(ProcTable::running);
            jvm.destroyForcibly();
            LiveService.await(
                    "all children are gone", () -> children.stream().noneMatch(ProcTable::running));
        } finally {
            jvm.destroyForcibly();
            visitors.forEach(Visitor::close);
        }
    }

    @Test
    void clientsOfAServiceThatWasStartedAnewAreToldToOpenASessionAnew() {
        ServiceSettings settings =
                ServiceSettings.loopback(Ports.free(), Credentials.open())
                        .limits(LiveService.many());
        List<String> sessions = new ArrayList<>();
        try (var live = LiveService.of(settings, ShellServer.good("shell"))) {
            for (int i = 0; i < 5; i++) {
                sessions.add(live.visitor("shell").open().session());
            }
        }
        try (var live = LiveService.of(settings, ShellServer.good("shell"))) {
            for (String session : sessions) {
                Visitor visitor = live.visitor("shell").session(session);
                assertThat(visitor.call("pid").status()).isEqualTo(404);
                assertThat(visitor.session("").open().call("pid").words()).matches("\\d+");
            }
        }
    }

    @Test
    void whoWaitsForAnAnswerGetsOneWhenTheServiceCloses() {
        var visitors = new ArrayList<Visitor>();
        try (var live = LiveService.of(ShellServer.good("shell"))) {
            for (int i = 0; i < 5; i++) {
                Visitor visitor = Visitor.at(live.port(), "shell").open();
                visitors.add(visitor);
                long pid = Long.parseLong(visitor.call("pid").words());
                visitor.begin("hold");
                LiveService.await("it is asked", () -> live.saidBy(pid) > 0);
            }
            live.service().close();
            for (Visitor visitor : visitors) {
                assertThat(visitor.receive().answer().member("error")).isPresent();
                visitor.close();
            }
        }
    }
}
