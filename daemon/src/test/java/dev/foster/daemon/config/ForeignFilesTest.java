package dev.foster.daemon.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.tuple;

import dev.foster.document.DocumentProblem;
import dev.foster.document.Notice;
import dev.foster.plugin.PluginSpec;
import dev.foster.plugin.manifest.Launch;
import dev.foster.plugin.message.BusEntry;
import dev.foster.process.Signal;
import dev.foster.supervise.spec.Backoff;
import dev.foster.supervise.spec.Condition;
import dev.foster.supervise.spec.Limit;
import dev.foster.supervise.spec.Liveness;
import dev.foster.supervise.spec.Probe;
import dev.foster.supervise.spec.ProcessSpec;
import dev.foster.supervise.spec.RestartPolicy;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Files of other programs, read as they are. */
class ForeignFilesTest {
    @TempDir Path folder;
    private Reading reading;

    @BeforeEach
    void anEmptyFolder() {
        reading = new Reading(folder);
    }

    @Test
    void aProcfileGivesEachProcessACommandAndAPort() {
        reading.file(
                "Procfile",
                """
                # comment
                web: ./server --port $PORT ${X%.*}
                  worker-1:python3 worker.py  --fast

                a.b_C-9   :   echo "a: b"\r
                """);
        Project project = reading.project();

        assertThat(project.stack().processes())
                .extracting(ProcessSpec::name)
                .containsExactly("web", "worker-1", "a.b_C-9");
        assertThat(Reading.process(project, "web").child().command())
                .containsExactly("/bin/sh", "-c", "./server --port $PORT ${X%.*}");
        assertThat(Reading.process(project, "a.b_C-9").child().command()).endsWith("echo \"a: b\"");
        assertThat(project.stack().processes())
                .extracting(process -> process.child().environment().set().get("PORT"))
                .containsExactly("5000", "5100", "5200");
    }

    @Test
    void portsBeginWherePortSays() {
        reading.file("Procfile", "a: run\nb: run\n").file(".env", "PORT=7000\nKEY=v\n");

        assertThat(reading.project().stack().processes())
                .extracting(process -> process.child().environment().set().get("PORT"))
                .containsExactly("7000", "7100");
        assertThat(reading.project().stack().processes().getFirst().child().environment().set())
                .containsEntry("KEY", "v");
        reading.variable("PORT", "many");
        assertThat(reading.project().stack().processes().getFirst().child().environment().set())
                .doesNotContainKey("PORT");
    }

    @Test
    void whatIsWrongInAProcfileIsToldAtItsPlace() {
        reading.file("Procfile", "web: run\n  what\nweb: again\n-x: run\nempty:\n");

        assertThat(reading.faults())
                .isEqualTo(
                        """
                        Procfile:2:3: cannot read "what": it is not a name, a colon and a command; write it like web: ./server
                        Procfile:3:1: cannot use the name "web" twice: it already stands in line 1; rename one
                        Procfile:4:1: cannot name a process "-x": a name has letters, digits, _ . and -, begins with a letter or digit, and has at most 64 characters; rename it
                        Procfile:5:1: cannot read "empty:": it is not a name, a colon and a command; write it like web: ./server\
                        """);
        reading.file("Procfile", "# nothing\n");
        assertThat(reading.faults()).contains("it names no process; add a line like web: ./server");
    }

    @Test
    void aProcessComposeFileIsTranslated() {
        reading.variable("PORT", "8080").variable("PATH", "/usr/bin:/bin");
        reading.file(
                "process-compose.yaml",
                """
                version: "0.5"
                environment: ["ALL=1"]
                log_location: all.log
                log_level: debug
                processes:
                  db:
                    command: "echo ${PORT} $PORT $$HOME $NOPE ${code%x}."
                    description: the database
                    working_dir: data
                    environment: ["A=b$NOPE"]
                    availability: {restart: on_failure, backoff_seconds: 2, max_restarts: 5}
                    readiness_probe:
                      http_get: {host: localhost, scheme: http, path: /health, port: "${PORT}"}
                      initial_delay_seconds: 5
                      period_seconds: 3
                      timeout_seconds: 4
                      failure_threshold: 40
                    liveness_probe: {exec: {command: "pg_isready"}, failure_threshold: 7, success_threshold: 1, initial_delay_seconds: 0}
                    shutdown: {signal: 2, timeout_seconds: 30, command: ./stop}
                    log_location: db.log
                    namespace: storage
                  api:
                    command: serve
                    depends_on: {db: {condition: process_healthy}, init: {condition: process_completed_successfully}}
                    ready_log_line: "listening (now)"
                    disabled: true
                    is_daemon: true
                    replicas: 2
                  init: {command: init, availability: {restart: exit_on_failure, exit_on_end: true}}
                """);

        Project project = reading.project();
        ProcessSpec db = Reading.process(project, "db");
        assertThat(db.child().command().getLast())
                .isEqualTo("echo 8080 8080 $HOME $NOPE ${code%x}.");
        assertThat(db.child().command().getFirst()).isIn("bash", "/bin/sh");
        assertThat(db.child().directory()).contains(folder.resolve("data"));
        assertThat(db.child().environment().set())
                .containsEntry("ALL", "1")
                .containsEntry("A", "b")
                .containsEntry("PC_PROC_NAME", "db");
        assertThat(db.restart().when()).isEqualTo(RestartPolicy.When.ON_FAILURE);
        assertThat(db.restart().backoff())
                .isEqualTo(new Backoff.Steps(List.of(Duration.ofSeconds(2))));
        assertThat(db.restart().limit()).contains(new Limit(5, Duration.ofDays(3650)));
        assertThat(db.readiness().probe())
                .contains(
                        new Probe.Http(
                                URI.create("http://localhost:8080/health"),
                                Map.of(),
                                Optional.empty()));
        assertThat(db.readiness().period()).isEqualTo(Duration.ofSeconds(3));
        assertThat(db.readiness().timeout()).isEqualTo(Duration.ofSeconds(4));
        assertThat(db.readiness().within()).isEqualTo(Duration.ofSeconds(125));
        assertThat(db.liveness().map(Liveness::failures)).contains(7);
        assertThat(db.child().stopPlan().signal()).isEqualTo(Signal.INT);
        assertThat(db.child().stopPlan().grace()).isEqualTo(Duration.ofSeconds(30));
        assertThat(project.log("db")).isEqualTo(LogSpec.defaults().file(folder.resolve("db.log")));
        assertThat(project.description("db")).contains("the database");
        ProcessSpec api = Reading.process(project, "api.1");
        assertThat(api.enabled()).isFalse();
        assertThat(api.dependsOn())
                .isEqualTo(Map.of("db", Condition.READY, "init", Condition.COMPLETED_SUCCESSFULLY));
        assertThat(api.readiness().probe()).contains(new Probe.LogLine("listening \\(now\\)"));
        assertThat(api.restart().when()).isEqualTo(RestartPolicy.When.NO);
        assertThat(api.child().stopPlan().grace()).isEqualTo(Duration.ofSeconds(10));
        assertThat(reading.notices())
                .containsExactly(
                        "process-compose.yaml:3:1: log_location of the project has no equivalent:"
                                + " each process has its own log",
                        "process-compose.yaml:14:7:"
                                + " processes.db.readiness_probe.initial_delay_seconds has no"
                                + " equivalent: it is asked from the start",
                        "process-compose.yaml:19:48: a command that stops a process has no"
                                + " equivalent: it gets the signal instead",
                        "process-compose.yaml:21:5: namespace has no equivalent, ignored; make a"
                                + " group of it",
                        "process-compose.yaml:27:5: is_daemon has no equivalent: what goes to the"
                            + " background by itself cannot be watched; run it in the foreground",
                        "process-compose.yaml:29:40: restart: exit_on_failure has no equivalent in"
                                + " the file; use foster up --exit-on failure",
                        "process-compose.yaml:29:66: exit_on_end has no equivalent in the file; use"
                                + " foster up --exit-on completion");
    }

    @Test
    void namesThatCannotBeUsedHereAreChangedWhereverTheyStand() {
        reading.file(
                "process-compose.yaml",
                """
                processes:
                  _db: {command: run}
                  db: {command: run}
                  api: {command: run, depends_on: {_db: {condition: process_started}}}
                """);
        Project project = reading.project();

        assertThat(project.stack().processes())
                .extracting(ProcessSpec::name)
                .containsExactly("db-2", "db", "api");
        assertThat(Reading.process(project, "api").dependsOn())
                .isEqualTo(Map.of("db-2", Condition.STARTED));
        assertThat(reading.notices()).hasSize(1);
        assertThat(reading.notices().getFirst())
                .startsWith("process-compose.yaml:2:3: _db is called db-2 here: names begin");
    }

    @Test
    void templatesAreLeftAloneAndToldOf() {
        reading.file(
                "process-compose.yaml",
                """
                processes:
                  web:
                    command: "serve 404{{.PC_REPLICA_NUM}}"
                    readiness_probe: {http_get: {host: localhost, port: "404{{.PC_REPLICA_NUM}}"}}
                """);

        assertThat(reading.project().stack().processes().getFirst().readiness().probe()).isEmpty();
        assertThat(reading.notices())
                .containsExactly(
                        "process-compose.yaml:3:5: a template has no equivalent: what stands in {{"
                                + " }} is left as it is",
                        "process-compose.yaml:4:5: processes.web.readiness_probe is ignored: a"
                                + " template has no equivalent");
    }

    @Test
    void aProcessComposeFileCanKeepItsDollarSigns() {
        reading.variable("A", "b")
                .file(
                        "process-compose.yaml",
                        "disable_env_expansion: true\n"
                                + "processes: {a: {command: 'echo ${A} $A $$'}}");

        assertThat(reading.project().stack().processes().getFirst().child().command())
                .endsWith("echo ${A} $A $$");
    }

    @Test
    void whatIsWrongInAProcessComposeFileIsToldInItsOwnWords() {
        reading.file(
                "process-compose.yaml",
                """
                processes:
                  a:
                    command: run
                    availability: {restart: sometimes, backoff_seconds: x}
                    depends_on: {b: {condition: process_started}}
                    readiness_probe: {exec: {}}
                """);

        assertThat(reading.faults())
                .contains(
                        "process-compose.yaml:4:29: cannot read processes.a.availability.restart:")
                .contains(
                        "process-compose.yaml:4:57: cannot read"
                            + " processes.a.availability.backoff_seconds: expected a whole number")
                .contains(
                        "process-compose.yaml:6:29: cannot read processes.a.readiness_probe.exec:"
                                + " it has no command; add one");
        reading.file("process-compose.yaml", "processes: {a: {command: run, depends_on: {b: {}}}}");
        assertThat(reading.faults()).startsWith("process-compose.yaml:1:44: cannot tie a to b");
    }

    @Test
    void theConfigurationOfRoseyNamesItsPluginsAndItsBus() {
        reading.file(
                "config.json",
                """
                {
                  "log_level": "INFO",
                  "nats": {"servers": ["nats://localhost:4222"]},
                  "plugins": {
                    "dice-roller": {"module_path": "plugins.dice-roller.plugin", "enabled": true},
                    "quote-db": {"module_path": "plugins.quote-db.plugin", "enabled": false,
                                 "config": {"path": "quotes"}, "priority": 3}
                  }
                }
                """);
        Project project = rosey();

        assertThat(project.stack().processes())
                .extracting(ProcessSpec::name, ProcessSpec::enabled)
                .containsExactly(tuple("dice-roller", true), tuple("quote-db", false));
        assertThat(project.plugins().values()).allMatch(PluginSpec::messages);
        assertThat(project.bus().orElseThrow().where())
                .isEqualTo(
                        new BusSpec.Where.Remote(BusEntry.open(List.of("nats://localhost:4222"))));
        assertThat(project.notices())
                .extracting(Notice::message)
                .containsExactlyInAnyOrder(
                        "log_level is Rosey's own, ignored",
                        "plugins.quote-db.priority has no equivalent, ignored");
    }

    private void plugin(String path) throws IOException {
        Path file = folder.resolve(path).resolve("plugin.py");
        Files.createDirectories(file.getParent());
        Files.writeString(file, "");
    }

    private static List<String> modules(Project project) {
        return project.plugins().values().stream()
                .map(it -> ((PluginSpec.Source.Manifest) it.source()).manifest().launch())
                .map(it -> ((Launch.Entry.Module) ((Launch.Python) it).entry()).name())
                .toList();
    }

    @Test
    void theConfigurationThatRoseyShipsNamesAFolderOfPlugins() throws Exception {
        plugin("plugins/dice-roller");
        plugin("plugins/8ball");
        plugin("plugins/_template");
        Files.createDirectories(folder.resolve("plugins/no-plugin"));
        reading.file(
                "config.json",
                """
                {
                  "_comment": "as it is shipped",
                  "cytube": {"host": "cytu.be"},
                  "nats_url": "nats://localhost:4222",
                  "plugin_dir": "plugins"
                }
                """);
        Project project = rosey();
        assertThat(modules(project))
                .containsExactlyInAnyOrder("plugins.8ball.plugin", "plugins.dice-roller.plugin");
        assertThat(project.bus().orElseThrow().where())
                .isEqualTo(
                        new BusSpec.Where.Remote(BusEntry.open(List.of("nats://localhost:4222"))));
        assertThat(project.notices())
                .extracting(Notice::message)
                .containsExactly("cytube is Rosey's own, ignored");

        reading.file("config.json", "{\"nats_url\": \"nats://localhost:4222\"}");
        assertThat(modules(rosey())).as("without a word of it").hasSize(2);
    }

    @Test
    void aListOfRoseysPluginsIsFoundInTheirFolder() throws Exception {
        plugin("extras/trivia");
        plugin("extras/8ball");
        reading.file(
                "config.json",
                """
                {"plugins": {"_comment": "some", "enabled": ["trivia"], "directory": "./extras/", "auto_reload": false}}
                """);
        assertThat(modules(rosey())).containsExactly("extras.trivia.plugin");

        reading.file(
                "config.json", "{\"plugins\": {\"enabled\": false, \"directory\": \"extras\"}}");
        assertThat(rosey().stack().processes())
                .extracting(ProcessSpec::name, ProcessSpec::enabled)
                .containsExactlyInAnyOrder(tuple("8ball", false), tuple("trivia", false));

        reading.file(
                "config.json",
                "{\"plugins\": {\"enabled\": [\"quiz\"], \"directory\": \"extras\"}}");
        assertThat(catchThrowableOfType(DocumentProblem.class, this::rosey).getMessage())
                .contains("there is no extras/quiz/plugin.py; add it, or remove the name");
        reading.file("config.json", "{\"plugins\": {\"directory\": \"../elsewhere\"}}");
        assertThat(catchThrowableOfType(DocumentProblem.class, this::rosey).getMessage())
                .contains("it is no folder beside this file");
    }

    @Test
    void restartsAndLimitsOfRoseyAreOurs() {
        reading.file(
                "config.json",
                """
                {"plugins": {
                  "a": {"module_path": "plugins.a.plugin", "_why": "busy",
                        "restart": {"max_attempts": 3, "initial_delay": 0.5, "max_delay": 10, "backoff_multiplier": 3,
                                    "reset_window": 20, "mood": "good"},
                        "resource_limits": {"max_memory_mb": 64, "max_cpu_percent": 50, "max_threads": null,
                                            "check_interval": 5.0, "violation_threshold": 2}},
                  "b": {"module_path": "plugins.b.plugin", "restart": "never"},
                  "c": {"module_path": "plugins.c.plugin", "restart": {"enabled": false}}
                }}
                """);
        Project project = rosey();
        ProcessSpec a = Reading.process(project, "a");
        assertThat(a.restart().limit()).contains(new Limit(3, Duration.ofSeconds(90)));
        assertThat(a.restart().resetAfter()).isEqualTo(Duration.ofSeconds(20));
        assertThat(a.restart().backoff().toString()).contains("PT0.5S", "PT10S");
        assertThat(a.child().confinement().limits().memoryBytes()).hasValue(64L << 20);
        assertThat(a.child().confinement().limits().cpuPercent()).hasValue(50);
        assertThat(a.child().confinement().limits().threads()).isEmpty();
        assertThat(a.limitRule().checks()).as("two looks, each five seconds apart").isEqualTo(20);
        for (String never : List.of("b", "c")) {
            assertThat(Reading.process(project, never).restart().when())
                    .isEqualTo(RestartPolicy.When.NO);
        }
        assertThat(project.notices())
                .extracting(Notice::message)
                .containsExactly("plugins.a.restart.mood has no equivalent, ignored");
    }

    @Test
    void aConfigurationThatIsNotRoseysIsRefused() {
        reading.file("config.json", "{\"plugins\": {\"a\": {}, \"b\": {\"module_path\": \"..\"}}}");
        assertThat(catchThrowableOfType(DocumentProblem.class, this::rosey).getMessage())
                .contains("config.json:1:14: cannot read plugins.a: it has no module_path")
                .contains("cannot read plugins.b.module: \"..\" is no name of a module");
        reading.file("config.json", "{\"other\": 1}");
        assertThat(catchThrowableOfType(DocumentProblem.class, this::rosey).getMessage())
                .contains("it has no plugins; name another file with -f");
    }

    private Project rosey() {
        return ProjectReader.read(
                ProjectFiles.of(folder, List.of(folder.resolve("config.json"))), Map.of());
    }
}
