package dev.foster.plugin.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.io.File;
import java.nio.file.Path;
import java.util.List;

/** Commands of message plugins in Java. */
class MessageCommandTest extends RuntimeFixture {
    private static final String RUNNER = "dev.foster.sdk.bus.Runner";

    private static List<String> classPath(LaunchCommand launch) {
        int at = launch.command().indexOf("-cp");
        return List.of(launch.command().get(at + 1).split(File.pathSeparator, -1));
    }

    private static List<String> afterRunner(LaunchCommand launch) {
        int at = launch.command().indexOf(RUNNER);
        return launch.command().subList(at + 1, launch.command().size());
    }

    @Test
    void ourRunnerRunsAJarThatSaysItselfWhichClassItIs() throws Exception {
        manifest("runtime: java\nprotocol: nats\nmain: kv.jar\n");
        file("kv.jar", "");
        LaunchCommand launch = prepare();
        Path java = Path.of(System.getProperty("java.home"), "bin/java");
        assertThat(launch.command().getFirst()).isEqualTo(java.toString());
        assertThat(classPath(launch)).hasSize(3).endsWith(plugin.resolve("kv.jar").toString());
        assertThat(classPath(launch).get(1)).contains("jnats");
        assertThat(launch.command()).doesNotContain("-jar");
        assertThat(afterRunner(launch)).isEmpty();
    }

    @Test
    void aClassThatIsNamedAndArgumentsReachTheRunner() throws Exception {
        manifest(
                "runtime: java\nprotocol: nats\nargs: [a, b]\n"
                        + "java: {main_class: x.Y, class_path: [kv.jar, lib/*]}\n");
        file("kv.jar", "");
        file("lib/more.jar", "");
        LaunchCommand launch = prepare();
        assertThat(classPath(launch))
                .endsWith(plugin.resolve("kv.jar").toString(), plugin.resolve("lib/*").toString());
        assertThat(afterRunner(launch)).containsExactly("x.Y", "--", "a", "b");
    }

    @Test
    void theVirtualMachineIsSmallUnlessTheManifestSaysOtherwise() throws Exception {
        file("kv.jar", "");
        manifest("runtime: java\nprotocol: nats\nmain: kv.jar\n");
        assertThat(prepare().command())
                .contains(
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:-UsePerfData",
                        "-Xmx67108864");
        manifest(
                "runtime: java\nprotocol: nats\nmain: kv.jar\n"
                        + "java: {memory: 256M, jvm_args: [-XX:+UseParallelGC, -Da=b]}\n");
        List<String> command = prepare().command();
        assertThat(command)
                .contains("-XX:+UseParallelGC", "-Da=b", "-Xmx256000000")
                .doesNotContain("-XX:+UseSerialGC", "-Xmx67108864");
        assertThat(command.indexOf("-Da=b")).isGreaterThan(command.indexOf("-XX:-UsePerfData"));
    }

    @Test
    void aJarOrClassPathThatIsMissingIsNamed() throws Exception {
        manifest("runtime: java\nprotocol: nats\nmain: kv.jar\n");
        assertThatThrownBy(this::prepare).hasMessageContaining("there is no file " + plugin);
        manifest(
                "runtime: java\nprotocol: nats\n"
                        + "java: {main_class: x.Y, class_path: [none.jar]}\n");
        assertThatThrownBy(this::prepare)
                .hasMessageContaining(" for its class path; build or name it");
    }

    @Test
    void aPluginThatServesCallsIsStartedAsBefore() throws Exception {
        manifest("runtime: java\nmain: kv.jar\n");
        file("kv.jar", "");
        assertThat(prepare().command()).contains("-jar").doesNotContain(RUNNER, "-XX:+UseSerialGC");
    }
}
