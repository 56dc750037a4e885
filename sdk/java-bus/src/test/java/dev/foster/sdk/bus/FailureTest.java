package dev.foster.sdk.bus;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.foster.testkit.Eventually;
import dev.foster.testkit.Leaks;

import io.nats.client.Connection;
import io.nats.client.Message;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.File;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Each way to fail has an exit code, a trace, and a last line that says what to do. */
@SuppressWarnings("try") // A connection may be interrupted while it closes; a test then fails.
class FailureTest {
    private static final String PREFIX = Samples.class.getName() + "$";

    @TempDir Path temporary;
    private final TestBus bus = new TestBus.Embedded();
    private final Map<String, String> environment = PluginProcess.environment(bus);
    private Leaks before;

    @BeforeEach
    void begin() {
        before = Leaks.snapshot();
        bus.start();
    }

    @AfterEach
    void end() {
        bus.close();
        before.assertNothingLeft();
    }

    /** Runs to the end; the last line, with the code before it. */
    private String ending(List<String> arguments) throws Exception {
        return ending(System.getProperty("java.class.path"), arguments);
    }

    private String ending(String classPath, List<String> arguments) throws Exception {
        try (var plugin = PluginProcess.start(environment, classPath, arguments)) {
            int code = plugin.exitCode();
            assertThat(plugin.errors()).anyMatch(line -> line.startsWith("\tat "));
            return code + " " + plugin.errors().getLast();
        }
    }

    private String ending(String sample) throws Exception {
        return ending(List.of(PREFIX + sample));
    }

    @Test
    void argumentsThatMakeNoSense() throws Exception {
        assertThat(ending(List.of("a.B", "a.C"))).startsWith("10 cannot run a message plugin: ");
        assertThat(ending(List.of("--fast"))).startsWith("10 cannot run a message plugin: ");
    }

    @Test
    void anEnvironmentThatLacksSomething() throws Exception {
        for (String name : List.of("FOSTER_BUS_SERVERS", "FOSTER_PLUGIN_ID", "FOSTER_PLUGIN_RUN")) {
            String value = environment.put(name, "");
            assertThat(ending("Echo"))
                    .isEqualTo(
                            "10 cannot run a message plugin: "
                                    + name
                                    + " is not set; let Foster start it, or set it yourself");
            environment.put(name, value);
        }
    }

    @Test
    void anEnvironmentThatMakesNoSense() throws Exception {
        environment.put("FOSTER_PLUGIN_CONFIG", "{]");
        assertThat(ending("Echo"))
                .isEqualTo(
                        "10 cannot run a message plugin: FOSTER_PLUGIN_CONFIG is no JSON, no JSON"
                                + " at character 2; mend the configuration");
        environment.put("FOSTER_PLUGIN_CONFIG", "[]");
        assertThat(ending("Echo")).contains("FOSTER_PLUGIN_CONFIG is no JSON object");
        environment.remove("FOSTER_PLUGIN_CONFIG");
        environment.put("FOSTER_PLUGIN_ID", "a.b");
        assertThat(ending("Echo")).contains("a.b, which cannot be part of a subject");
        environment.put("FOSTER_PLUGIN_ID", "a");
        environment.put("FOSTER_PLUGIN_DRAIN", "soon");
        assertThat(ending("Echo")).contains("FOSTER_PLUGIN_DRAIN is soon, which is no time");
    }

    @Test
    void aClassThatIsNotThereOrCannotBeLoaded() throws Exception {
        assertThat(ending(List.of("no.such.Plugin")))
                .isEqualTo(
                        "11 cannot load no.such.Plugin: it is not on the class path; build or name"
                                + " it");
        assertThat(ending("BrokenClass"))
                .startsWith("17 cannot load " + PREFIX + "BrokenClass: ")
                .endsWith("; put what it needs on the class path");
    }

    @Test
    void aBusThatIsNotThere() throws Exception {
        environment.put("FOSTER_BUS_SERVERS", "nats://127.0.0.1:1,nats://127.0.0.1:2");
        environment.put("FOSTER_BUS_CONNECT_TIMEOUT", "0.5");
        assertThat(ending("Witness"))
                .startsWith("12 cannot connect to nats://127.0.0.1:1,nats://127.0.0.1:2: ")
                .endsWith(", for 500 ms; check that the bus runs there");
    }

    @Test
    void aBusThatSaysNothing() throws Exception {
        try (var silent = new ServerSocket(0)) {
            String server = "nats://127.0.0.1:" + silent.getLocalPort();
            environment.put("FOSTER_BUS_SERVERS", server);
            environment.put("FOSTER_BUS_CONNECT_TIMEOUT", "0.5");
            assertThat(ending("Witness")).startsWith("12 cannot connect to " + server + ": ");
        }
    }

    @Test
    void aBusThatComesLateIsWaitedFor() throws Exception {
        bus.stop();
        try (var plugin = PluginProcess.start(environment, Samples.Slow.class)) {
            bus.start();
            plugin.awaitError("begun");
        }
    }

    @Test
    void aBusThatLetsUsNotIn() throws Exception {
        environment.put("FOSTER_BUS_PASSWORD", "guess");
        assertThat(ending("Witness"))
                .startsWith("12 cannot connect to " + bus.url() + ": it did not let us in, ")
                .endsWith("; check user, password or token");
    }

    @Test
    void aClassThatIsNoPlugin() throws Exception {
        assertThat(ending("NoPlugin"))
                .isEqualTo(
                        "13 cannot find the plugin: "
                                + PREFIX
                                + "NoPlugin is no MessagePlugin; implement that, or name another");
        assertThat(ending("Unfinished")).startsWith("13 ").contains("Unfinished is abstract");
    }

    @Test
    void aJarThatNamesNoPluginOrSeveral() throws Exception {
        assertThat(ending(List.of()))
                .startsWith("13 cannot find the plugin: no jar names one in META-INF/services/");
        String classPath = offering(PREFIX + "Witness\n" + PREFIX + "Echo\n");
        assertThat(ending(classPath, List.of()))
                .isEqualTo(
                        "13 cannot find the plugin: there are "
                                + PREFIX
                                + "Echo, "
                                + PREFIX
                                + "Witness; name one of them");
        assertThat(ending(offering("no.such.Plugin\n"), List.of())).startsWith("11 cannot load ");
    }

    @Test
    void theOnlyPluginThatAJarNamesRuns() throws Exception {
        String classPath = offering(PREFIX + "Slow\n");
        try (var plugin = PluginProcess.start(environment, classPath, List.of())) {
            plugin.awaitError("begun");
        }
    }

    private String offering(String providers) throws Exception {
        Path services = Files.createDirectories(temporary.resolve("META-INF/services"));
        Files.writeString(services.resolve(MessagePlugin.class.getName()), providers);
        return System.getProperty("java.class.path") + File.pathSeparator + temporary;
    }

    @Test
    void aConstructorThatFails() throws Exception {
        assertThat(ending("BrokenConstructor"))
                .isEqualTo(
                        "14 cannot construct "
                                + PREFIX
                                + "BrokenConstructor: no parts (IllegalStateException); mend its"
                                + " constructor");
        assertThat(ending("PrivateConstructor"))
                .startsWith("13 cannot construct ")
                .contains(": it has no public constructor without parameters; ");
    }

    @Test
    void anInitializeThatFails() throws Exception {
        assertThat(ending("Needy"))
                .isEqualTo(
                        "15 cannot initialize sample: cannot ask nobody.there: nobody listens"
                                + " there; start who answers it (NoAnswerException); see the trace"
                                + " above");
    }

    @Test
    void whatItTookBeforeItFailedIsStillAnswered() throws Exception {
        try (Connection host = bus.connect();
                var plugin = PluginProcess.start(environment, Samples.Hasty.class)) {
            plugin.awaitError("begun");
            Eventually.until(PluginProcess.SOON, "it is asked and answers", () -> asks(host));
            assertThat(plugin.exitCode()).isEqualTo(15);
            assertThat(plugin.errors().getLast()).contains("no ground (IllegalStateException)");
        }
    }

    private static boolean asks(Connection host) {
        try {
            Message answer = host.request("hasty", new byte[0], PluginProcess.SOON);
            return answer != null && new String(answer.getData(), UTF_8).equals("just in time");
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Test
    void aConnectionThatIsClosedForGood() throws Exception {
        try (Connection host = bus.connect();
                var plugin = PluginProcess.startReady(host, environment, Samples.Leaver.class)) {
            host.publish("leave", new byte[0]);
            assertThat(plugin.exitCode()).isEqualTo(16);
            assertThat(plugin.errors().getLast())
                    .isEqualTo(
                            "cannot reach "
                                    + bus.url()
                                    + ": the connection was closed for good; check the credentials"
                                    + " of sample");
        }
    }
}
