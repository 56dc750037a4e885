package dev.foster.plugin.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.plugin.manifest.Launch.Entry;
import dev.foster.plugin.manifest.Launch.Mode;
import dev.foster.plugin.manifest.Launch.Program;
import dev.foster.plugin.manifest.PluginManifest.Format;
import dev.foster.process.Isolation;
import dev.foster.process.ResourceLimits;
import dev.foster.process.Signal;
import dev.foster.supervise.spec.Backoff;
import dev.foster.supervise.spec.Limit;
import dev.foster.supervise.spec.LimitRule;
import dev.foster.supervise.spec.RestartPolicy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Manifests in our own words. */
class FosterManifestTest {
    @TempDir Path folder;

    @Test
    void twoLinesAreEnough() {
        PluginManifest manifest = Manifests.yaml(folder, "id: kv\nmain: plugin.py\n");
        assertThat(manifest.id()).isEqualTo("kv");
        assertThat(manifest.name()).isEqualTo("kv");
        assertThat(manifest.origin().format()).isEqualTo(Format.FOSTER);
        assertThat(manifest.launch())
                .isEqualTo(
                        new Launch.Python(
                                new Entry.Script(folder.resolve("plugin.py")),
                                List.of(),
                                VersionRange.ANY,
                                Mode.AUTO,
                                java.util.Optional.empty(),
                                java.util.Optional.empty()));
        assertThat(manifest.surroundings().workingDirectory()).isEqualTo(folder);
        assertThat(manifest.surroundings().inherit()).isEqualTo(new Inherit.Usual());
        assertThat(manifest.terms().versions()).containsExactly(1);
        assertThat(manifest.terms().tls()).isEqualTo(ProtocolTerms.Tls.AUTO);
        assertThat(manifest.terms().startTimeout()).isEqualTo(Duration.ofSeconds(10));
        assertThat(manifest.supervision().enabled()).isTrue();
    }

    @Test
    void whatItMayUseAndIsKeptFromIsRead() {
        Bounds bounds =
                Manifests.yaml(
                                folder,
                                """
                                id: kv
                                main: plugin.py
                                limits: {memory: 64MiB, cpu: 25.5%, threads: 8, files: 99, pids: 3, checks: 4, then: stop, throttle: true}
                                isolation: {user: nobody, group: 12, no_new_privileges: true, private_tmp: true, read_only: [/etc, data], umask: 027}
                                """)
                        .supervision()
                        .bounds();
        assertThat(bounds.confinement().limits())
                .isEqualTo(
                        ResourceLimits.none()
                                .memoryBytes(64 << 20)
                                .cpuPercent(25.5)
                                .threads(8)
                                .files(99)
                                .processes(3)
                                .throttle(true));
        assertThat(bounds.rule()).isEqualTo(new LimitRule(4, LimitRule.Then.STOP));
        assertThat(bounds.confinement().isolation())
                .isEqualTo(
                        Isolation.none()
                                .user("nobody")
                                .group("12")
                                .noNewPrivileges(true)
                                .privateTemporary(true)
                                .readOnly(List.of(Path.of("/etc"), folder.resolve("data")))
                                .umask(0027));
    }

    @Test
    void whatItSaysNothingOfIsNotBound() {
        assertThat(Manifests.yaml(folder, "id: kv\nmain: a.py\n").supervision().bounds())
                .isEqualTo(Bounds.none());
    }

    @Test
    void everythingItSaysIsRead() {
        PluginManifest manifest =
                Manifests.yaml(
                        folder,
                        """
                        id: dice-roller
                        name: Dice
                        version: 1.2.3-rc.1+build.5
                        description: rolls
                        runtime: exec
                        protocol: grpc
                        command: [./bin/dice, --sides, 6]
                        args: [more]
                        environment: {LOG: debug, LEVEL: 3}
                        inherit: [PATH, TOKEN]
                        working_dir: data
                        versions: [3, 2]
                        cookie: {key: DICE, value: hello}
                        tls: none
                        multiplex: true
                        checksum: {sha256: %s}
                        start_timeout: 1500ms
                        stop: {shutdown: 1s, signal: INT, grace: 2s, eof_wait: 0s}
                        health: {service: dice, period: 1s, timeout: 100ms, failures: 2}
                        restart: {policy: always, backoff: [0s, 1s], limit: 3 in 60m, reset_after: 5m}
                        depends_on: [storage]
                        enabled: false
                        """
                                .formatted("AB".repeat(32)));
        assertThat(manifest.launch())
                .isEqualTo(
                        new Launch.Exec(
                                new Program.InFolder(folder.resolve("bin/dice")),
                                List.of("--sides", "6", "more")));
        assertThat(manifest.surroundings())
                .isEqualTo(
                        new LaunchEnvironment(
                                folder.resolve("data"),
                                Map.of("LOG", "debug", "LEVEL", "3"),
                                new Inherit.Only(Set.of("PATH", "TOKEN"))));
        ProtocolTerms terms = manifest.terms();
        assertThat(terms.versions()).containsExactly(2, 3);
        assertThat(terms.cookie()).contains(new ProtocolTerms.Cookie("DICE", "hello"));
        assertThat(terms.tls()).isEqualTo(ProtocolTerms.Tls.NONE);
        assertThat(terms.multiplex()).isTrue();
        assertThat(terms.sha256()).contains("ab".repeat(32));
        assertThat(terms.startTimeout()).isEqualTo(Duration.ofMillis(1500));
        Supervision supervision = manifest.supervision();
        assertThat(supervision.stop().shutdown()).contains(Duration.ofSeconds(1));
        assertThat(supervision.stop().plan().signal()).isEqualTo(Signal.INT);
        assertThat(supervision.stop().plan().grace()).isEqualTo(Duration.ofSeconds(2));
        assertThat(supervision.health().service()).contains("dice");
        assertThat(supervision.health().failures()).contains(2);
        assertThat(supervision.dependsOn()).containsExactly("storage");
        assertThat(supervision.enabled()).isFalse();
        RestartPolicy policy = supervision.restart().over(RestartPolicy.never());
        assertThat(policy.when()).isEqualTo(RestartPolicy.When.ALWAYS);
        assertThat(policy.limit()).contains(new Limit(3, Duration.ofMinutes(60)));
        assertThat(policy.backoff())
                .isEqualTo(new Backoff.Steps(List.of(Duration.ZERO, Duration.ofSeconds(1))));
        assertThat(policy.successCodes()).isEqualTo(RestartPolicy.never().successCodes());
    }

    @Test
    void whatItDoesNotSayAboutRestartsIsTheHosts() {
        var host = RestartPolicy.defaults().limit(new Limit(9, Duration.ofHours(1)));
        PluginManifest plain = Manifests.yaml(folder, "id: kv\nmain: plugin.py");
        assertThat(plain.supervision().restart().over(host)).isEqualTo(host);
        PluginManifest unlimited =
                Manifests.yaml(folder, "id: kv\nmain: plugin.py\nrestart: {limit: none}");
        assertThat(unlimited.supervision().restart().over(host).limit()).isEmpty();
    }

    @Test
    void theEndingOfTheFileDecidesWhatRunsIt() {
        assertThat(Manifests.yaml(folder, "id: a\nmain: plugin.jar").launch())
                .isInstanceOf(Launch.Java.class);
        assertThat(Manifests.yaml(folder, "id: a\nmain: plugin.mjs").launch())
                .isInstanceOf(Launch.Node.class);
        Launch native_ = Manifests.yaml(folder, "id: a\nmain: plugin").launch();
        assertThat(native_).isInstanceOf(Launch.Exec.class);
        assertThat(Manifests.yaml(folder, "id: a\nmain: plugin").terms().startTimeout())
                .isEqualTo(Duration.ofSeconds(3));
        assertThat(Manifests.yaml(folder, "id: a\nruntime: python\nmain: plugin").launch())
                .isInstanceOf(Launch.Python.class);
    }

    @Test
    void eachRuntimeHasItsOwnSection() {
        Launch python =
                Manifests.yaml(
                                folder,
                                """
                                id: a
                                runtime: python
                                python: {version: 3.10, mode: venv, requirements: req.txt, venv: env, module: a.b}
                                """)
                        .launch();
        assertThat(python)
                .isInstanceOfSatisfying(
                        Launch.Python.class,
                        it -> {
                            assertThat(it.entry()).isEqualTo(new Entry.Module("a.b"));
                            // Not 3.1: a number is taken as it is written.
                            assertThat(it.version().written()).isEqualTo("3.10");
                            assertThat(it.mode()).isEqualTo(Mode.VENV);
                            assertThat(it.requirements()).contains(folder.resolve("req.txt"));
                            assertThat(it.venv()).contains(folder.resolve("env"));
                        });
        Launch java =
                Manifests.yaml(
                                folder,
                                """
                                id: a
                                runtime: java
                                java: {main_class: a.Main, class_path: [classes, "lib/*"], jvm_args: [-ea], memory: 64MiB}
                                """)
                        .launch();
        assertThat(java)
                .isInstanceOfSatisfying(
                        Launch.Java.class,
                        it -> {
                            assertThat(it.memory()).hasValue(64L << 20);
                            assertThat(it.start())
                                    .isEqualTo(
                                            new Launch.Start.MainClass(
                                                    "a.Main",
                                                    List.of(
                                                            folder.resolve("classes"),
                                                            folder.resolve("lib/*"))));
                        });
    }

    @Test
    void aProgramWithoutASlashIsLookedForAlongThePath() {
        assertThat(Manifests.yaml(folder, "id: a\ncommand: [deno, run, main.ts]").launch())
                .isEqualTo(new Launch.Exec(new Program.OnPath("deno"), List.of("run", "main.ts")));
    }

    @Test
    void jsonIsReadToo() {
        assertThat(Manifests.json(folder, "{\"id\": \"kv\", \"main\": \"kv.py\"}").id())
                .isEqualTo("kv");
    }

    @Test
    void anchorsAreFollowed() {
        assertThat(Manifests.yaml(folder, "id: &it kv\nname: *it\nmain: kv.py").name())
                .isEqualTo("kv");
    }

    @Test
    void everyErrorSaysWhere() {
        assertThat(Manifests.refused(folder, "id: kv\nmain: plugin.py\nenvirnment: {}\n"))
                .isEqualTo(
                        "plugin.yaml:3:1: cannot use the key \"envirnment\": it is not known here;"
                                + " did you mean \"environment\"?");
        assertThat(Manifests.refused(folder, "id: kv\nmain: p.py\nhealth:\n  period: soon\n"))
                .startsWith("plugin.yaml:4:11: cannot read health.period: expected a duration");
        assertThat(Manifests.refused(folder, "id: kv\nmain: p.py\nenv: {A: b}"))
                .contains("did you mean \"environment\"?");
        assertThat(Manifests.refused(folder, "id: kv\n\tmain: p.py\n"))
                .startsWith("plugin.yaml:2:");
        assertThat(Manifests.refused(folder, "")).contains("it is empty");
        assertThat(Manifests.refused(folder, "- a\n")).contains("expected a mapping");
        assertThat(Manifests.refused(folder, "id: kv\nid: kw\nmain: p.py"))
                .contains("it already stands in line 1");
    }

    @Test
    void protocolsThatAreNotThereYetAreRefusedByName() {
        assertThat(Manifests.refused(folder, "id: kv\nmain: p.py\nprotocol: stdio"))
                .contains("cannot read protocol: stdio is not there yet; use grpc or nats for now");
        assertThat(Manifests.refused(folder, "id: kv\nmain: p.py\nprotocol: stdio"))
                .contains("stdio is not there yet");
        assertThat(Manifests.refused(folder, "id: kv\nmain: p.py\nprotocol: soap"))
                .contains("expected one of grpc");
    }

    @Test
    void allFaultsAreToldAtOnce() {
        assertThat(Manifests.refused(folder, "id: '!'\ntls: yes\nmain: ../up").lines()).hasSize(3);
    }
}
