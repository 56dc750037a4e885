package dev.foster.daemon.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.plugin.PluginSpec;
import dev.foster.plugin.manifest.PluginManifest;
import dev.foster.process.Isolation;
import dev.foster.process.ResourceLimits;
import dev.foster.supervise.spec.Condition;
import dev.foster.supervise.spec.LimitRule;
import dev.foster.supervise.spec.Liveness;
import dev.foster.supervise.spec.ProcessSpec;
import dev.foster.supervise.spec.RestartPolicy;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** What {@code plugins} and {@code plugins_dir} say, together with the manifests they lead to. */
class PluginsTest {
    @TempDir Path folder;
    private Reading reading;

    @BeforeEach
    void plugins() {
        reading = new Reading(folder);
        reading.file(
                "plugins/kv/plugin.yaml",
                "id: kv\nmain: kv.py\nversion: 1.0.0\ndescription: keeps things\n");
        reading.file(
                "plugins/dice/plugin.yaml",
                "id: dice\ncommand: [./dice, -v]\ndepends_on: [kv]\nenabled: false\n");
    }

    private static Map<String, String> variables(Project project, String name) {
        return manifest(plugin(project, name)).surroundings().environment();
    }

    private static PluginSpec plugin(Project project, String name) {
        return Objects.requireNonNull(project.plugins().get(name));
    }

    private static PluginManifest manifest(PluginSpec plugin) {
        return ((PluginSpec.Source.Manifest) plugin.source()).manifest();
    }

    @Test
    void aPluginIsAProcessOfTheStack() {
        Project project = reading.project("plugins: {kv: {}}");

        ProcessSpec process = Reading.process(project, "kv");
        assertThat(process.child().command()).containsExactly("python", "kv.py");
        assertThat(process.enabled()).isTrue();
        assertThat(project.description("kv")).contains("keeps things");
        assertThat(project.plugins()).containsOnlyKeys("kv");
        assertThat(project.log("kv")).isEqualTo(LogSpec.defaults());
        assertThat(project.notices()).isEmpty();
        assertThat(project.files())
                .containsExactly(
                        folder.resolve("foster.yaml"), folder.resolve("plugins/kv/plugin.yaml"));
    }

    @Test
    void whatTheFileSaysOfItsBoundsIsPutOverItsManifest() {
        reading.file(
                "plugins/kv/plugin.yaml",
                """
                id: kv
                main: kv.py
                limits: {memory: 64MB, threads: 8, checks: 5, then: report}
                isolation: {no_new_privileges: true, user: nobody}
                """);
        ProcessSpec plain = Reading.process(reading.project("plugins: {kv: {}}"), "kv");
        assertThat(plain.child().confinement().limits())
                .isEqualTo(ResourceLimits.none().memoryBytes(64_000_000).threads(8));
        assertThat(plain.limitRule()).isEqualTo(new LimitRule(5, LimitRule.Then.REPORT));

        ProcessSpec other =
                Reading.process(
                        reading.project(
                                "plugins: {kv: {limits: {memory: 1GB, then: kill}, isolation:"
                                        + " {user: kv}}}"),
                        "kv");
        assertThat(other.child().confinement().limits())
                .isEqualTo(ResourceLimits.none().memoryBytes(1_000_000_000).threads(8));
        assertThat(other.limitRule()).isEqualTo(new LimitRule(5, LimitRule.Then.KILL));
        assertThat(other.child().confinement().isolation())
                .isEqualTo(Isolation.none().user("kv").noNewPrivileges(true));
    }

    @Test
    void aFolderBringsAllItsPlugins() {
        Project project = reading.project("plugins_dir: plugins");

        assertThat(project.plugins()).containsOnlyKeys("kv", "dice");
        ProcessSpec dice = Reading.process(project, "dice");
        assertThat(dice.child().command()).containsExactly("./dice", "-v");
        assertThat(dice.dependsOn()).isEqualTo(Map.of("kv", Condition.READY));
        assertThat(dice.enabled()).as("its manifest says so").isFalse();
    }

    @Test
    void aFolderThatIsNotThereYetBringsNone() {
        assertThat(reading.project("plugins_dir: later").plugins()).isEmpty();
    }

    @Test
    void whatTheFileSaysIsPutOverTheManifest() {
        reading.file(
                "plugins/kv/plugin.yaml",
                "id: kv\n"
                        + "main: kv.py\n"
                        + "environment: {A: 1, B: 2}\n"
                        + "restart: {policy: no, limit: 7 in 1m}");
        Project project =
                reading.project(
                        """
                        processes: {web: {command: run}}
                        plugins_dir: plugins
                        plugins:
                          dice: {enabled: true}
                          kv:
                            environment: {B: "3"}
                            config: {max_dice: 20, factor: 1.5, deep: [yes, true], none: }
                            depends_on: {web: started}
                            health: {period: 1s, failures: 9, service: store}
                            restart: on-failure
                            start_timeout: 1m
                            description: ours
                        """);

        PluginSpec kv = plugin(project, "kv");
        assertThat(variables(project, "kv"))
                .isEqualTo(
                        Map.of(
                                "A",
                                "1",
                                "B",
                                "3",
                                "FOSTER_PLUGIN_CONFIG",
                                "{\"max_dice\":20,\"factor\":1.5,\"deep\":[\"yes\",true]}"));
        assertThat(kv.terms().startTimeout()).isEqualTo(Duration.ofMinutes(1));
        assertThat(kv.terms().healthService()).isEqualTo("store");
        assertThat(kv.restart().when()).isEqualTo(RestartPolicy.When.ON_FAILURE);
        assertThat(kv.restart().limit().orElseThrow().count())
                .as("what the file does not say is as the manifest has it")
                .isEqualTo(7);
        Liveness health = kv.health().orElseThrow();
        assertThat(health.period()).isEqualTo(Duration.ofSeconds(1));
        assertThat(health.timeout()).isEqualTo(Duration.ofSeconds(2));
        assertThat(health.failures()).isEqualTo(9);
        assertThat(Reading.process(project, "kv").dependsOn())
                .isEqualTo(Map.of("web", Condition.STARTED));
        assertThat(Reading.process(project, "dice").enabled()).isTrue();
        assertThat(project.description("kv")).contains("ours");
    }

    @Test
    void nobodyNeedAskHowAPluginIs() {
        assertThat(plugin(reading.project("plugins: {kv: {health: none}}"), "kv").health())
                .isEmpty();
    }

    @Test
    void thePathLeadsAnywhere() {
        reading.file("extras/old/plugin.json", "{\"id\": \"old\", \"main\": \"old.js\"}");

        Project project = reading.project("plugins: {old: {path: extras/old}}");

        assertThat(manifest(plugin(project, "old")).folder())
                .isEqualTo(folder.resolve("extras/old"));
        assertThat(Reading.process(project, "old").child().command())
                .containsExactly("node", "old.js");
    }

    @Test
    void theSameFilesMakeEqualPlugins() {
        String text = "plugins: {kv: {config: {a: 1}}}";

        assertThat(reading.project(text).plugins()).isEqualTo(reading.project(text).plugins());
    }

    @Test
    void groupsAndProcessesNamePlugins() {
        Project project =
                reading.project(
                        """
                        plugins: {kv: {}}
                        processes: {web: {command: run, depends_on: {kv: ready}}}
                        groups: {all-of-it: {members: [kv, web]}}
                        """);

        assertThat(Reading.group(project, "all-of-it").members()).containsExactly("kv", "web");
    }

    // ---- what is wrong ----

    @Test
    void aFaultInAManifestIsToldWhereItStands() {
        reading.file("plugins/kv/plugin.yaml", "id: kv\nmain: kv.py\nrestart: {policy: maybe}\n");
        String place = "plugins/kv/plugin.yaml:3:19: cannot read restart.policy";

        assertThat(reading.faults("plugins: {kv: {}}")).contains(place);
        assertThat(reading.faults("plugins_dir: plugins")).contains(place);
    }

    @Test
    void aPluginThatIsNotThereIsTheFaultOfWhoeverNamesIt() {
        assertThat(reading.faults("plugins:\n  gone: {}\n"))
                .startsWith("foster.yaml:2:3: cannot find a plugin in")
                .contains("it has no plugin.yaml");
    }

    @Test
    void theKeyIsTheIdOfTheManifest() {
        assertThat(reading.faults("plugins:\n  store: {path: plugins/kv}\n"))
                .startsWith("foster.yaml:2:3: cannot read plugins.store: the plugin in")
                .contains("has the id kv; write that id here");
    }

    @Test
    void whatIsWrongHereIsToldEvenWhereTheManifestIsBroken() {
        reading.file("plugins/kv/plugin.yaml", "id: kv\n");

        assertThat(reading.faults("plugins:\n  kv: {restart: maybe, health: {timeout: 0s}}\n"))
                .contains(
                        "foster.yaml:2:17: cannot read plugins.kv.restart",
                        "cannot read plugins.kv.health.timeout")
                .contains("plugins/kv/plugin.yaml:1:1:");
    }

    @Test
    void aPluginCannotHaveTheNameOfAProcess() {
        assertThat(reading.faults("processes: {kv: {command: run}}\nplugins:\n  kv: {}\n"))
                .contains("foster.yaml:3:3:", "kv");
    }

    @Test
    void twoFoldersWithOneIdAreRefused() {
        reading.file("plugins/other/plugin.yaml", "id: kv\nmain: kv.py\n");

        assertThat(reading.faults("plugins_dir: plugins"))
                .contains("foster.yaml:1:14: cannot use", "its id kv is also that of");
    }

    @Test
    void whatAManifestDependsOnMustBeThere() {
        reading.file("plugins/dice/plugin.yaml", "id: dice\nmain: d.py\ndepends_on: [kvv]\n");

        assertThat(reading.faults("plugins_dir: plugins"))
                .contains("plugins/dice/plugin.yaml:1:1:", "tie dice to kvv");
    }

    // ---- where they are ----

    @Test
    void placesAreKnownEvenWhenNothingElseMakesSense() throws IOException {
        reading.file(
                "foster.yaml",
                "plugins_dir: ext\nplugins: {a: {path: x/a}, b: {}}\nprocesses: {w: {}}\n");
        reading.file("ext/broken/plugin.yaml", "nonsense: [\n");

        PluginPlaces places = ProjectReader.plugins(ProjectFiles.discover(folder), Map.of());

        assertThat(places.directory()).isEqualTo(folder.resolve("ext"));
        assertThat(places.whole()).isTrue();
        assertThat(places.named())
                .isEqualTo(Map.of("a", folder.resolve("x/a"), "b", folder.resolve("ext/b")));

        Files.delete(folder.resolve("foster.yaml"));
        reading.file("Procfile", "web: run\n");
        assertThat(ProjectReader.plugins(ProjectFiles.discover(folder), Map.of()))
                .isEqualTo(PluginPlaces.usual(folder));
        assertThat(List.of(PluginPlaces.usual(folder).directory()))
                .containsExactly(folder.resolve("plugins"));
    }
}
