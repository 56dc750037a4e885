package dev.foster.daemon.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.foster.document.DocumentProblem;
import dev.foster.process.Signal;
import dev.foster.supervise.spec.Condition;
import dev.foster.supervise.spec.Probe;
import dev.foster.supervise.spec.ProcessSpec;
import dev.foster.supervise.spec.RestartPolicy;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Files on top of each other, defaults below processes, aliases, and which files there are. */
class LayersTest {
    @TempDir Path folder;
    private Reading reading;

    @BeforeEach
    void anEmptyFolder() {
        reading = new Reading(folder);
    }

    @Test
    void anOverrideMergesMappingsAndReplacesTheRest() {
        reading.file(
                        "foster.yaml",
                        """
                        processes:
                          web:
                            command: [run, --fast]
                            environment: [A=1, B=1]
                            depends_on: [db]
                            ready: {tcp: 80, within: 5s}
                            restart: always
                            stop: {signal: INT, grace: 1s}
                          db: {command: db}
                        """)
                .file(
                        "foster.override.yaml",
                        """
                        processes:
                          web:
                            command: [run, --debug]
                            environment: {B: 2}
                            depends_on: []
                            ready: {log: up}
                            restart: {limit: none}
                            stop: {grace: 9s}
                          extra: {command: more}
                        """);

        Project project = reading.project();
        ProcessSpec web = Reading.process(project, "web");
        assertThat(web.child().command()).containsExactly("run", "--debug");
        assertThat(web.child().environment().set()).containsEntry("A", "1").containsEntry("B", "2");
        assertThat(web.dependsOn()).isEmpty();
        assertThat(web.readiness().probe()).contains(new Probe.LogLine("up"));
        assertThat(web.readiness().within()).isEqualTo(Duration.ofSeconds(5));
        assertThat(web.restart())
                .isEqualTo(RestartPolicy.defaults().when(RestartPolicy.When.ALWAYS).withoutLimit());
        assertThat(web.child().stopPlan().signal()).isEqualTo(Signal.INT);
        assertThat(web.child().stopPlan().grace()).isEqualTo(Duration.ofSeconds(9));
        assertThat(project.stack().processes())
                .extracting(ProcessSpec::name)
                .containsExactly("web", "db", "extra");
        assertThat(project.files())
                .containsExactly(
                        folder.resolve("foster.yaml"), folder.resolve("foster.override.yaml"));
    }

    @Test
    void variablesInPairsAreMergedInFilesOfProcessComposeToo() {
        reading.file(
                        "process-compose.yaml",
                        """
                        environment: [A=1, B=1]
                        processes:
                          p: {command: run, environment: [C=1, D=1]}
                        """)
                .file(
                        "process-compose.override.yaml",
                        """
                        environment: [B=2]
                        processes:
                          p: {environment: [D=2], availability: {restart: always}}
                        """);

        ProcessSpec p = Reading.process(reading.project(), "p");
        assertThat(p.child().environment().set())
                .containsAllEntriesOf(Map.of("A", "1", "B", "2", "C", "1", "D", "2"));
    }

    @Test
    void aFaultInAnOverrideIsToldThere() {
        reading.file("foster.yaml", "processes: {w: {command: run}}")
                .file("foster.override.yaml", "processes:\n  w: {replicas: x}\n");

        assertThat(reading.faults()).startsWith("foster.override.yaml:2:17: cannot read");
    }

    @Test
    void namedFilesAreLaidOnTopOfEachOtherWithoutTheOverride() {
        reading.file("a.yaml", "processes: {w: {command: a, description: kept}}")
                .file("b.yaml", "processes: {w: {command: b}}")
                .file("foster.override.yaml", "processes: {w: {command: never}}");
        Project project =
                ProjectReader.read(
                        ProjectFiles.of(
                                folder,
                                List.of(folder.resolve("a.yaml"), folder.resolve("b.yaml"))),
                        Map.of());

        assertThat(Reading.process(project, "w").child().command()).endsWith("b");
        assertThat(project.description("w")).contains("kept");
    }

    @Test
    void defaultsAreBelowEveryProcess() {
        Project project =
                reading.project(
                        """
                        defaults:
                          environment: {A: 1, B: 1}
                          restart: no
                          ready: {within: 7s}
                          depends_on: {c: started}
                          stop: {grace: 3s}
                        processes:
                          a: {command: run, environment: {B: 2}, ready: {tcp: 80}, depends_on: {b: ready}}
                          b: {command: run, restart: always, depends_on: []}
                          c: {command: run, depends_on: []}
                        """);

        ProcessSpec a = Reading.process(project, "a");
        assertThat(a.child().environment().set()).containsEntry("A", "1").containsEntry("B", "2");
        assertThat(a.restart().when()).isEqualTo(RestartPolicy.When.NO);
        assertThat(a.readiness().within()).isEqualTo(Duration.ofSeconds(7));
        assertThat(a.dependsOn()).isEqualTo(Map.of("b", Condition.READY, "c", Condition.STARTED));
        ProcessSpec b = Reading.process(project, "b");
        assertThat(b.restart().when()).isEqualTo(RestartPolicy.When.ALWAYS);
        assertThat(b.readiness().probe()).isEmpty();
        assertThat(b.dependsOn()).isEmpty();
        assertThat(b.child().stopPlan().grace()).isEqualTo(Duration.ofSeconds(3));
    }

    @Test
    void anchorsAliasesAndMergeKeysWork() {
        Project project =
                reading.project(
                        """
                        x-common: &common {working_dir: /srv, restart: always}
                        processes:
                          a: {<<: *common, command: &run [run, it]}
                          b: {<<: [*common, {restart: no}], command: *run, working_dir: /b}
                        """);

        assertThat(Reading.process(project, "a").restart().when())
                .isEqualTo(RestartPolicy.When.ALWAYS);
        assertThat(Reading.process(project, "b").child().command()).containsExactly("run", "it");
        assertThat(Reading.process(project, "b").child().directory()).contains(Path.of("/b"));
        assertThat(Reading.process(project, "b").restart().when())
                .isEqualTo(RestartPolicy.When.ALWAYS);
    }

    @Test
    void wrongAliasesAreFaults() {
        assertThat(reading.faults("processes: {a: *none}"))
                .contains(
                        "foster.yaml:1:16: cannot follow *none: there is no complete &none before");
        assertThat(reading.faults("processes: &p {a: *p}")).contains("cannot follow *p");
        assertThat(reading.faults("processes: {a: {<<: 5, command: run}}"))
                .contains("cannot merge the number 5 with <<");
        assertThat(reading.faults("processes: {a: {command: !go run}}"))
                .contains("cannot use the tag !go: tags mean nothing here; remove it");
        assertThat(reading.faults("processes: {[a]: {command: run}}"))
                .contains("cannot use a list as a key");
    }

    @Test
    void aDirectoryIsSearchedInAFixedOrder() {
        reading.file("Procfile", "p: run");
        assertThat(ProjectFiles.discover(folder).kind()).isEqualTo(ProjectFiles.Kind.PROCFILE);
        reading.file("process-compose.yml", "processes: {p: {command: run}}")
                .file("process-compose.override.yaml", "processes: {}");
        assertThat(ProjectFiles.discover(folder))
                .isEqualTo(
                        new ProjectFiles(
                                folder,
                                ProjectFiles.Kind.PROCESS_COMPOSE,
                                List.of(
                                        folder.resolve("process-compose.yml"),
                                        folder.resolve("process-compose.override.yaml"))));
        for (String name : List.of("foster.json", "foster.yml", "foster.yaml")) {
            reading.file(name, "{}");
            assertThat(ProjectFiles.discover(folder).files()).containsExactly(folder.resolve(name));
        }
    }

    @Test
    void theKindOfANamedFileShowsInItsName() {
        assertThat(kind("Procfile.dev")).isEqualTo(ProjectFiles.Kind.PROCFILE);
        assertThat(kind("some.procfile")).isEqualTo(ProjectFiles.Kind.PROCFILE);
        assertThat(kind("process-compose.test.yaml")).isEqualTo(ProjectFiles.Kind.PROCESS_COMPOSE);
        assertThat(kind("config.json")).isEqualTo(ProjectFiles.Kind.ROSEY);
        assertThat(kind("stack.yaml")).isEqualTo(ProjectFiles.Kind.FOSTER);
        DocumentProblem problem =
                catchThrowableOfType(
                        DocumentProblem.class,
                        () ->
                                ProjectFiles.of(
                                        folder, List.of(Path.of("Procfile"), Path.of("b.yaml"))));
        assertThat(problem.getMessage())
                .isEqualTo(
                        "cannot lay b.yaml on top of Procfile: only YAML files can be merged; name"
                                + " one file");
    }

    private ProjectFiles.Kind kind(String name) {
        return ProjectFiles.of(folder, List.of(Path.of(name))).kind();
    }
}
