package dev.foster.daemon.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.process.Confinement;
import dev.foster.process.Isolation;
import dev.foster.process.OutputMode;
import dev.foster.process.ResourceLimits;
import dev.foster.process.Signal;
import dev.foster.process.StopPlan;
import dev.foster.supervise.spec.Backoff;
import dev.foster.supervise.spec.Condition;
import dev.foster.supervise.spec.Limit;
import dev.foster.supervise.spec.LimitRule;
import dev.foster.supervise.spec.Liveness;
import dev.foster.supervise.spec.Probe;
import dev.foster.supervise.spec.ProcessSpec;
import dev.foster.supervise.spec.Readiness;
import dev.foster.supervise.spec.RestartPolicy;
import dev.foster.supervise.spec.Strategy;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

class ProcessFieldsTest {
    @TempDir Path folder;
    private Reading reading;

    @BeforeEach
    void anEmptyFolder() {
        reading = new Reading(folder);
    }

    @Test
    void theExampleOfTheDesignIsRead() {
        reading.file("plugins/dice-roller/plugin.yaml", "id: dice-roller\nmain: dice.py\n");
        Project project =
                reading.project(
                        """
                        name: demo
                        bus: embedded
                        processes:
                          agent: {command: ./agent}
                          monitor:
                            command: [python3, monitor.py, -i, "5"]
                            working_dir: demo
                            environment: {LOG: debug}
                            depends_on: {agent: ready}
                            ready: {log: "watching"}
                            liveness: {http: "http://127.0.0.1:8080/healthz", period: 10s, timeout: 2s, failures: 3}
                            restart: {policy: on-failure, backoff: {initial: 1s, factor: 2, max: 60s, jitter: 0.25}, limit: 5 in 60s, reset_after: 60s}
                            stop: {signal: TERM, grace: 5s}
                            limits: {memory: 256MB, cpu: 50%, threads: 64, files: 1024}
                            output: {stderr: merge, keep: 1MB, file: logs/monitor.log, rotate: 10MB x 5}
                            replicas: 1
                        groups:
                          web: {strategy: rest_for_one, members: [agent, monitor], intensity: 3 in 5s}
                        plugins:
                          dice-roller: {path: plugins/dice-roller, config: {max_dice: 20}}
                        mcp:
                          everything: {command: [npx, -y, "@modelcontextprotocol/server-everything"]}
                        """);

        assertThat(project.name()).isEqualTo("demo");
        assertThat(project.directory()).isEqualTo(folder);
        assertThat(project.files())
                .containsExactly(
                        folder.resolve("foster.yaml"),
                        folder.resolve("plugins/dice-roller/plugin.yaml"));
        assertThat(project.plugins()).containsOnlyKeys("dice-roller");
        ProcessSpec monitor = Reading.process(project, "monitor");
        assertThat(monitor.child().command()).containsExactly("python3", "monitor.py", "-i", "5");
        assertThat(monitor.child().directory()).contains(folder.resolve("demo"));
        assertThat(monitor.child().environment().set()).containsEntry("LOG", "debug");
        assertThat(monitor.child().outputMode()).isEqualTo(OutputMode.MERGED);
        assertThat(monitor.child().outputLimits().keep()).isEqualTo(1_000_000);
        assertThat(monitor.dependsOn()).isEqualTo(Map.of("agent", Condition.READY));
        assertThat(monitor.readiness()).isEqualTo(Readiness.by(new Probe.LogLine("watching")));
        assertThat(monitor.liveness()).contains(Liveness.by(http("http://127.0.0.1:8080/healthz")));
        assertThat(monitor.restart()).isEqualTo(RestartPolicy.defaults());
        assertThat(monitor.enabled()).isTrue();
        assertThat(Reading.group(project, "web").intensity())
                .contains(new Limit(3, Duration.ofSeconds(5)));
        assertThat(Reading.group(project, "web").strategy()).isEqualTo(Strategy.REST_FOR_ONE);
        assertThat(project.log("monitor"))
                .isEqualTo(LogSpec.defaults().file(folder.resolve("logs/monitor.log")));
        assertThat(project.mcp()).containsOnlyKeys("everything");
        assertThat(monitor.child().confinement().limits())
                .isEqualTo(
                        ResourceLimits.none()
                                .memoryBytes(256_000_000)
                                .cpuPercent(50)
                                .threads(64)
                                .files(1024));
        assertThat(monitor.limitRule()).isEqualTo(LimitRule.defaults());
        assertThat(reading.notices()).isEmpty();
    }

    @Test
    void aTextRunsThroughTheShellAndAListDoesNot() {
        assertThat(reading.process("processes: {w: {command: echo $HOME | cat}}").child().command())
                .containsExactly("/bin/sh", "-c", "echo $HOME | cat");
        assertThat(reading.process("processes: {w: {command: [sleep, 5]}}").child().command())
                .containsExactly("sleep", "5");
    }

    @Test
    void limitsSayHowMuchAndWhatHappensOverThem() {
        ProcessSpec process =
                reading.with(
                        "limits: {cpu: 12.5%, pids: 3, checks: 5, then: report, throttle: true}");
        assertThat(process.child().confinement().limits())
                .isEqualTo(ResourceLimits.none().cpuPercent(12.5).processes(3).throttle(true));
        assertThat(process.limitRule()).isEqualTo(new LimitRule(5, LimitRule.Then.REPORT));
    }

    @Test
    void isolationSaysWhatItIsKeptFrom() {
        Isolation isolation =
                reading.with(
                                "isolation: {user: nobody, group: 1000, no_new_privileges: true,"
                                    + " private_tmp: true, read_only: [/etc, data], umask: 027}")
                        .child()
                        .confinement()
                        .isolation();
        assertThat(isolation)
                .isEqualTo(
                        Isolation.none()
                                .user("nobody")
                                .group("1000")
                                .noNewPrivileges(true)
                                .privateTemporary(true)
                                .readOnly(List.of(Path.of("/etc"), folder.resolve("data")))
                                .umask(0027));
    }

    @Test
    void defaultsAreMergedWithWhatAProcessSaysOfItsBounds() {
        Project project =
                reading.project(
                        """
                        defaults:
                          limits: {memory: 256MB, checks: 3}
                          isolation: {no_new_privileges: true}
                        processes:
                          a: {command: run, limits: {threads: 8}, isolation: {user: nobody}}
                          b: {command: run, replicas: 2}
                        """);
        ProcessSpec a = Reading.process(project, "a");
        assertThat(a.child().confinement().limits())
                .isEqualTo(ResourceLimits.none().memoryBytes(256_000_000).threads(8));
        assertThat(a.child().confinement().isolation())
                .isEqualTo(Isolation.none().user("nobody").noNewPrivileges(true));
        ProcessSpec copy = Reading.process(project, "b.2");
        assertThat(copy.child().confinement().limits().memoryBytes()).hasValue(256_000_000);
        assertThat(copy.limitRule().checks()).isEqualTo(3);
    }

    @Test
    void whatIsNotSaidHasADefault() {
        Project project = reading.project("processes: {w: {command: run}}");
        ProcessSpec process = project.stack().processes().getFirst();

        assertThat(project.name()).isEqualTo(NameRules.tamed(folder.getFileName().toString()));
        assertThat(process.child().directory()).contains(folder);
        assertThat(process.child().environment().inherited()).isEmpty();
        assertThat(process.child().environment().set())
                .isEqualTo(Map.of("FOSTER_PROCESS", "w", "PYTHONUNBUFFERED", "1"));
        assertThat(process.child().stopPlan()).isEqualTo(StopPlan.defaults());
        assertThat(process.child().confinement()).isEqualTo(Confinement.none());
        assertThat(process.limitRule()).isEqualTo(LimitRule.defaults());
        assertThat(process.child().outputMode()).isEqualTo(OutputMode.APART);
        assertThat(process.readiness()).isEqualTo(Readiness.onceStarted());
        assertThat(process.liveness()).isEmpty();
        assertThat(process.restart()).isEqualTo(RestartPolicy.defaults());
        assertThat(project.log("w")).isEqualTo(LogSpec.defaults());
        assertThat(project.notices()).isEmpty();
        assertThat(project.description("w")).isEmpty();
    }

    @Test
    void environmentIsAMappingOrAListAndFilesComeBelowIt() {
        reading.file("a.env", "A=file\nB=file\nC=first\n").file("b.env", "C=second\n");

        assertThat(
                        reading.with("env_file: [a.env, b.env], environment: {A: 1, D: true}")
                                .child()
                                .environment()
                                .set())
                .containsEntry("A", "1")
                .containsEntry("B", "file")
                .containsEntry("C", "second")
                .containsEntry("D", "true");
        assertThat(
                        reading.with("env_file: a.env, environment: [A=x=y, E=]")
                                .child()
                                .environment()
                                .set())
                .containsEntry("A", "x=y")
                .containsEntry("E", "");
    }

    @Test
    void whatIsInheritedCanBeChosen() {
        assertThat(reading.with("inherit: all").child().environment().inherited()).isEmpty();
        assertThat(reading.with("inherit: none").child().environment().inherited())
                .contains(Set.of());
        assertThat(reading.with("inherit: [PATH, HOME]").child().environment().inherited())
                .contains(Set.of("PATH", "HOME"));
    }

    @Test
    void pythonIsUnbufferedUnlessSomebodySaidOtherwise() {
        assertThat(reading.with("environment: {PYTHONUNBUFFERED: ''}").child().environment().set())
                .containsEntry("PYTHONUNBUFFERED", "");
        reading.variable("PYTHONUNBUFFERED", "x");
        assertThat(reading.with("enabled: true").child().environment().set())
                .doesNotContainKey("PYTHONUNBUFFERED");
        assertThat(reading.with("inherit: none").child().environment().set())
                .containsEntry("PYTHONUNBUFFERED", "1");
    }

    @Test
    void everyProbeCanShowReadiness() {
        assertThat(probe("tcp: 8080")).isEqualTo(new Probe.Tcp("127.0.0.1", 8080));
        assertThat(probe("tcp: 'db.local:5432'")).isEqualTo(new Probe.Tcp("db.local", 5432));
        assertThat(probe("tcp: '[::1]:5432'")).isEqualTo(new Probe.Tcp("::1", 5432));
        assertThat(probe("socket: run/db.sock"))
                .isEqualTo(new Probe.Unix(folder.resolve("run/db.sock")));
        assertThat(probe("socket: /run/db.sock"))
                .isEqualTo(new Probe.Unix(Path.of("/run/db.sock")));
        assertThat(probe("http: 8080")).isEqualTo(http("http://127.0.0.1:8080/"));
        assertThat(probe("http: 'https://a.b/c?d=e'")).isEqualTo(http("https://a.b/c?d=e"));
        assertThat(probe("http: {url: 'http://a/', headers: {X-A: b}, status: 204}"))
                .isEqualTo(
                        new Probe.Http(
                                URI.create("http://a/"), Map.of("X-A", "b"), Optional.of(204)));
        assertThat(probe("grpc: 50051")).isEqualTo(new Probe.Grpc("127.0.0.1", 50051, ""));
        assertThat(probe("grpc: {address: 'h:1', service: plugin}"))
                .isEqualTo(new Probe.Grpc("h", 1, "plugin"));
        assertThat(probe("notify: true")).isEqualTo(new Probe.Notify());
        assertThat(reading.with("ready: notify").readiness().probe()).contains(new Probe.Notify());
        assertThat(probe("fd: 3")).isEqualTo(new Probe.Descriptor(3));
    }

    @Test
    void aCommandThatProbesRunsWhereAndAsItsProcessRuns() {
        ProcessSpec process =
                reading.with("working_dir: sub, environment: {A: b}, ready: {exec: check it}");
        Probe.Exec exec = (Probe.Exec) process.readiness().probe().orElseThrow();

        assertThat(exec.child().command()).containsExactly("/bin/sh", "-c", "check it");
        assertThat(exec.child().directory()).contains(folder.resolve("sub"));
        assertThat(exec.child().environment()).isEqualTo(process.child().environment());
    }

    @Test
    void theTimesOfProbesAreRead() {
        assertThat(
                        reading.with("ready: {tcp: 1, period: 100ms, timeout: 3, within: 2m}")
                                .readiness())
                .isEqualTo(
                        new Readiness(
                                Optional.of(new Probe.Tcp("127.0.0.1", 1)),
                                Duration.ofMillis(100),
                                Duration.ofSeconds(3),
                                Duration.ofMinutes(2)));
        assertThat(reading.with("liveness: {notify: true, period: 1.5m, failures: 1}").liveness())
                .contains(
                        new Liveness(
                                new Probe.Notify(),
                                Duration.ofSeconds(90),
                                Duration.ofSeconds(2),
                                1));
    }

    @Test
    void restartIsAWordOrAMapping() {
        assertThat(reading.with("restart: no").restart()).isEqualTo(RestartPolicy.never());
        assertThat(reading.with("restart: unless-stopped").restart().when())
                .isEqualTo(RestartPolicy.When.UNLESS_STOPPED);
        RestartPolicy rosey =
                reading.with(
                                "restart: {policy: always, backoff: [0s, 1s, 2s, 4s, 8s, 16s, 30s],"
                                        + " limit: none, first_start: fail, reset_after: 0,"
                                        + " success_codes: [0, 143]}")
                        .restart();
        assertThat(rosey)
                .isEqualTo(
                        new RestartPolicy(
                                RestartPolicy.When.ALWAYS,
                                Set.of(0, 143),
                                new Backoff.Steps(
                                        List.of(0, 1, 2, 4, 8, 16, 30).stream()
                                                .map(Duration::ofSeconds)
                                                .toList()),
                                Optional.empty(),
                                RestartPolicy.FirstStart.FAIL,
                                Duration.ZERO));
        assertThat(reading.with("restart: {backoff: {initial: 5m}}").restart().backoff())
                .isEqualTo(
                        new Backoff.Growing(Duration.ofMinutes(5), 2, Duration.ofMinutes(5), 0.25));
    }

    @Test
    void stopAndOutputAreRead() {
        assertThat(
                        reading.with("stop: {signal: SIGINT, grace: 0, eof_wait: 2s}")
                                .child()
                                .stopPlan())
                .isEqualTo(
                        StopPlan.defaults()
                                .signal(Signal.INT)
                                .grace(Duration.ZERO)
                                .eofWait(Duration.ofSeconds(2)));
        assertThat(reading.with("stop: {signal: 10}").child().stopPlan().signal())
                .isEqualTo(Signal.USR1);
        assertThat(
                        reading.project(
                                        "processes: {w: {command: run, output: {rotate: 1MiBx3,"
                                                + " file: /var/log/w.log}}}")
                                .log("w"))
                .isEqualTo(new LogSpec(Optional.of(Path.of("/var/log/w.log")), 1 << 20, 3));
    }

    @Test
    void dependenciesAreAListOrAMappingInAnybodysWords() {
        Project project =
                reading.project(
                        """
                        processes:
                          a: {command: a}
                          b: {command: b}
                          list: {command: c, depends_on: [a, b]}
                          words: {command: c, depends_on: {a: completed_successfully, b: process_healthy}}
                          long: {command: c, depends_on: {a: {condition: service_healthy}, b: {}}}
                        """);

        assertThat(Reading.process(project, "list").dependsOn())
                .isEqualTo(Map.of("a", Condition.STARTED, "b", Condition.STARTED));
        assertThat(Reading.process(project, "words").dependsOn())
                .isEqualTo(Map.of("a", Condition.COMPLETED_SUCCESSFULLY, "b", Condition.READY));
        assertThat(Reading.process(project, "long").dependsOn())
                .isEqualTo(Map.of("a", Condition.READY, "b", Condition.STARTED));
    }

    @Test
    void replicasAreCopiesInAGroupOfTheirName() {
        Project project =
                reading.project(
                        """
                        processes:
                          web:
                            command: run
                            replicas: 3
                            description: serves
                            output: {file: logs/web.log}
                            ready: {exec: check}
                          after: {command: run, depends_on: {web: ready}}
                        """);

        assertThat(project.stack().processes())
                .extracting(ProcessSpec::name)
                .containsExactly("web.1", "web.2", "web.3", "after");
        assertThat(Reading.group(project, "web").members())
                .containsExactly("web.1", "web.2", "web.3");
        assertThat(Reading.group(project, "web").strategy()).isEqualTo(Strategy.ONE_FOR_ONE);
        ProcessSpec second = Reading.process(project, "web.2");
        assertThat(second.child().environment().set())
                .containsEntry("FOSTER_PROCESS", "web.2")
                .containsEntry("FOSTER_REPLICA", "2");
        assertThat(((Probe.Exec) second.readiness().probe().orElseThrow()).child().environment())
                .isEqualTo(second.child().environment());
        assertThat(project.log("web.2"))
                .isEqualTo(LogSpec.defaults().file(folder.resolve("logs/web.2.log")));
        assertThat(project.description("web.3")).contains("serves");
    }

    @Test
    void oneReplicaIsTheProcessItself() {
        Project project = reading.project("processes: {web: {command: run, replicas: 1}}");

        assertThat(project.stack().groups()).isEmpty();
        assertThat(project.stack().processes().getFirst().name()).isEqualTo("web");
    }

    @Test
    void jsonIsReadAsWell() {
        reading.file(
                "foster.json", "{\"processes\": {\"w\": {\"command\": [\"a\", \"b\\u0041\"]}}}");

        assertThat(reading.project().stack().processes().getFirst().child().command())
                .containsExactly("a", "bA");
    }

    private Probe probe(String field) {
        return reading.with("ready: {" + field + "}").readiness().probe().orElseThrow();
    }

    private static Probe http(String uri) {
        return new Probe.Http(URI.create(uri), Map.of(), Optional.empty());
    }
}
