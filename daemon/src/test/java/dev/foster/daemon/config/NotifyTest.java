package dev.foster.daemon.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.daemon.config.HookSpec.Target;
import dev.foster.supervise.report.Topic;
import dev.foster.supervise.spec.Limit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What the file says of those who are told. */
class NotifyTest {
    private static final String STACK =
            "processes: {web: {command: run, replicas: 2}, db: {command: run}, worker: {command:"
                    + " run}}\ngroups: {back: {members: [db, worker]}}\n";

    @TempDir private Path folder;

    private List<HookSpec> hooks(String list) {
        return new Reading(folder)
                .variable("SECRET", "s3cret")
                .project(STACK + "notify: [" + list + "]")
                .hooks();
    }

    private HookSpec hook(String fields) {
        return hooks("{" + fields + "}").getFirst();
    }

    @Test
    void aHookNeedsNoMoreThanAnAddress() {
        assertThat(hook("webhook: 'https://example.org/x'"))
                .isEqualTo(
                        new HookSpec(
                                "hook-1",
                                new Target.Webhook(
                                        URI.create("https://example.org/x"),
                                        Optional.empty(),
                                        Map.of()),
                                Set.of(
                                        Topic.CRASH,
                                        Topic.GAVE_UP,
                                        Topic.RECOVERED,
                                        Topic.OVER_LIMIT,
                                        Topic.UNHEALTHY),
                                Optional.empty(),
                                Duration.ofSeconds(10),
                                4,
                                new Limit(10, Duration.ofMinutes(1))));
    }

    @Test
    void aHookCanSayAllOfIt() {
        HookSpec hook =
                hook(
                        "name: ops, webhook: 'https://example.org/x', on: [crash, started],"
                            + " processes: [back, 'web.*'], secret: '${SECRET}', headers: {X-A: b},"
                            + " timeout: 2s, retries: 0, rate: 3 in 10s");

        assertThat(hook.name()).isEqualTo("ops");
        assertThat(hook.target())
                .isEqualTo(
                        new Target.Webhook(
                                URI.create("https://example.org/x"),
                                Optional.of("s3cret"),
                                Map.of("X-A", "b")));
        assertThat(hook.on()).containsExactlyInAnyOrder(Topic.CRASH, Topic.STARTED);
        assertThat(hook.processes()).contains(Set.of("back", "db", "worker", "web.1", "web.2"));
        assertThat(hook.timeout()).isEqualTo(Duration.ofSeconds(2));
        assertThat(hook.retries()).isZero();
        assertThat(hook.rate()).isEqualTo(new Limit(3, Duration.ofSeconds(10)));
        assertThat(hook.toString()).doesNotContain("s3cret", "example.org/x");
    }

    @Test
    void aCommandRunsInTheProjectAndIsTriedOnce() {
        HookSpec hook = hook("command: [mail, root], on: all");

        assertThat(hook.on()).isEqualTo(EnumSet.allOf(Topic.class));
        assertThat(hook.retries()).isZero();
        Target.Command command = (Target.Command) hook.target();
        assertThat(command.child().command()).containsExactly("mail", "root");
        assertThat(command.child().directory()).contains(folder);
        assertThat(((Target.Command) hook("command: mail $USER").target()).child().command())
                .containsExactly("/bin/sh", "-c", "mail $USER");
    }

    @Test
    void aGroupMeansAllItsMembers() {
        assertThat(hook("webhook: 'http://a', processes: web").processes())
                .contains(Set.of("web", "web.1", "web.2"));
    }

    @Test
    void hooksWithoutNamesAreNumbered() {
        assertThat(hooks("{webhook: 'http://a'}, {name: b, command: x}, {command: y}"))
                .extracting(HookSpec::name)
                .containsExactly("hook-1", "b", "hook-3");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{} | 3:10: cannot read notify[0]: it has neither a webhook nor a command; give"
                        + " one of them",
                "{webhook: 'http://a', command: b} | 3:10: cannot read notify[0]: it has a webhook"
                        + " and a command; give one of them",
                "{webhook: 'http//u:secret@a'} | 3:20: cannot read notify[0].webhook: it is no"
                    + " address of a web server; write it like https://example.org/hooks/foster",
                "{webhook: 'http://a', on: [crush]} | 3:37: cannot read notify[0].on: expected one"
                        + " of crash, gave-up, recovered, over-limit, unhealthy, started, stopped,"
                        + " all, found the text \"crush\"; did you mean crash?",
                "{webhook: 'http://a', processes: [wrker]} | 3:44: cannot read notify[0].processes:"
                        + " no process or group is called \"wrker\"; did you mean \"worker\"?",
                "{command: a, secret: b} | 3:23: cannot read notify[0].secret: only a webhook has"
                        + " such; remove it",
                "{command: a, headers: {b: c}} | 3:23: cannot read notify[0].headers: only a"
                        + " webhook has such; remove it",
                "{webhook: 'http://a', timeout: 1h} | 3:41: cannot read notify[0].timeout: it is"
                        + " longer than ten minutes; write it like 10s",
                "{webhook: 'http://a', retries: 50} | 3:41: cannot read notify[0].retries: 50 is"
                        + " not between 0 and 20; give another number",
                "{webhook: 'http://a', rate: 0 in 5s} | 3:32: cannot read notify[0].rate: none at"
                        + " all is too few; write it like 10 in 1m",
                "{webhook: 'http://a', secrets: b} | 3:32: cannot use the key \"secrets\" in"
                        + " notify[0]: it is not known here; did you mean \"secret\"?",
                "{name: a, command: b}, {name: a, command: b} | 3:34: cannot read notify[1].name:"
                        + " another hook is called \"a\"; give each its own",
                "crash | 3:10: cannot read notify[0]: expected a mapping, found the text"
                        + " \"crash\"; write keys and values below it, or remove the key",
            })
    void whatMakesNoSenseIsTold(String hooks, String fault) {
        assertThat(new Reading(folder).faults(STACK + "notify: [" + hooks + "]"))
                .isEqualTo("foster.yaml:" + fault);
    }

    @Test
    void hooksAreAList() {
        assertThat(new Reading(folder).faults(STACK + "notify: {webhook: 'http://a'}"))
                .contains("cannot read notify: expected a list of hooks, found a mapping");
    }
}
