package dev.foster.daemon.operations;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.control.PlanChange;
import dev.foster.control.PlanView;
import dev.foster.daemon.config.Project;
import dev.foster.daemon.config.ProjectFiles;
import dev.foster.daemon.config.ProjectReader;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A plan names each difference, what it leads to, and no secret. */
class PlanningTest {
    private static final String BASE = "command: [run], environment: {TOKEN: hush}";

    @TempDir private Path folder;

    private Project project(String text) {
        try {
            Files.writeString(folder.resolve("foster.yaml"), text);
            return ProjectReader.read(ProjectFiles.discover(folder), Map.of());
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    private Project web(String fields) {
        return project("processes: {db: {command: db}, web: {" + fields + "}}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    command: [run, fast], environment: {TOKEN: hush} | restart | command: [run] -> [run, fast]
                    command: [run], environment: {TOKEN: loud} | restart | environment: TOKEN
                    command: [run], environment: {TOKEN: hush, B: b, A: a} | restart | environment: A, B
                    command: [run] | restart | environment: TOKEN
                    command: [run], environment: {TOKEN: hush}, inherit: none | restart | inherit: all -> none
                    command: [run], environment: {TOKEN: hush}, stdin: pipe | restart | stdin: none -> pipe
                    command: [run], environment: {TOKEN: hush}, ready: {log: go} | restart | ready.log: none -> go
                    command: [run], environment: {TOKEN: hush}, stop: {grace: 1s} | restart | stop.grace: 5s -> 1s
                    command: [run], environment: {TOKEN: hush}, restart: always | update | restart.policy: on-failure -> always
                    command: [run], environment: {TOKEN: hush}, liveness: {tcp: "9"} | update | liveness: none -> {tcp: 9}
                    command: [run], environment: {TOKEN: hush}, depends_on: {db: ready} | update | depends_on: none -> {db: ready}
                    command: [run], environment: {TOKEN: hush}, enabled: false | update | enabled: true -> false
                    command: [run], environment: {TOKEN: hush}, output: {rotate: 1MB x 5} | update | output.rotate: 10MB x 5 -> 1MB x 5, from the next foster up on
                    command: [run], environment: {TOKEN: hush}, description: hello | update | description: none -> hello
                    command: [run], environment: {TOKEN: hush}, output: {stderr: merge} | restart | output.stderr: apart -> merge
                    command: [run], environment: {TOKEN: hush}, gauge: {pattern: (x)} | update | gauge: none -> {pattern: (x)}
                    """)
    void eachDifferenceHasItsActionAndReason(String fields, String action, String reason) {
        PlanView plan = Planning.plan(web(BASE), web(fields));

        assertThat(plan.changes()).hasSize(1);
        PlanChange change = plan.changes().getFirst();
        assertThat(change.name()).isEqualTo("web");
        assertThat(change.reasons()).containsExactly(reason);
        assertThat(change.action()).isEqualTo(action);
        assertThat(plan.unchanged()).isEqualTo(1);
        assertThat(plan.toString()).doesNotContain("hush", "loud");
    }

    @Test
    void comingAndGoingAreToldTheGoingFirst() {
        PlanView plan =
                Planning.plan(
                        project("processes: {old: {command: a}, same: {command: b}}"),
                        project(
                                "processes: {same: {command: b}, new: {command: c},"
                                        + " off: {command: d, enabled: false}}"));
        assertThat(plan.changes())
                .containsExactly(
                        new PlanChange("old", "stop", List.of("it is no longer in the file")),
                        new PlanChange("new", "start", List.of("it is new")),
                        new PlanChange("off", "update", List.of("it is new")));
        assertThat(plan.unchanged()).isEqualTo(1);
    }

    @Test
    void theSameFileChangesNothing() {
        PlanView plan = Planning.plan(web(BASE), web(BASE));
        assertThat(plan.changes()).isEmpty();
        assertThat(plan.unchanged()).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    {members: [b, a]} | members: a, b -> b, a
                    {members: [a, b], strategy: one_for_all} | strategy: one_for_one -> one_for_all
                    {members: [a, b], intensity: 3 in 60s} | intensity: none -> 3 in 60s
                    {members: [a, b], stop_order: together} | stop_order: reverse -> together
                    """)
    void anotherShapeOfAGroupIsToldAndRestartsNothing(String group, String reason) {
        PlanView plan = Planning.plan(grouped("{members: [a, b]}"), grouped(group));

        assertThat(plan.changes()).containsExactly(new PlanChange("g", "update", List.of(reason)));
        assertThat(plan.unchanged()).isEqualTo(2);
    }

    @Test
    void groupsThatComeAndGoAreTold() {
        Project without = project("processes: {a: {command: a}, b: {command: b}}");
        Project with = grouped("{members: [a, b]}");

        assertThat(Planning.plan(without, with).changes())
                .containsExactly(new PlanChange("g", "update", List.of("the group is new: a, b")));
        assertThat(Planning.plan(with, without).changes())
                .containsExactly(
                        new PlanChange(
                                "g", "update", List.of("the group is no longer in the file")));
        assertThat(Planning.plan(with, with).changes()).isEmpty();
    }

    private Project grouped(String group) {
        return project("processes: {a: {command: a}, b: {command: b}}\ngroups: {g: " + group + "}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    metrics: {listen: 1, token: hush} | metrics: {listen: 2, token: hush} | metrics | listen: 127.0.0.1:1 -> 127.0.0.1:2
                    metrics: {listen: 1, token: hush} | metrics: {listen: 1, token: loud} | metrics | token
                    metrics: {} | metrics: {otlp: "http://hush@a/loud"} | metrics | otlp: none -> http://a/…
                    web: true | web: {listen: 80} | web | listen: 127.0.0.1:7433 -> 127.0.0.1:80
                    web: false | web: true | web | it is new
                    web: true | web: false | web | it is no longer in the file
                    notify: [] | notify: [{command: hush}] | notify | hook-1: it is new
                    notify: [{command: hush}] | notify: [] | notify | hook-1: it is no longer in the file
                    notify: [{webhook: "http://a/hush"}] | notify: [{webhook: "http://a/hush", retries: 1, secret: loud}] | notify | hook-1: secret; retries: 4 -> 1
                    notify: [{command: x}] | notify: [{command: x, processes: a}] | notify | hook-1: its processes or its environment
                    notify: [{command: x, name: a}, {command: x, name: b}] | notify: [{command: x, name: b}, {command: x, name: a}] | notify | their order
                    """)
    void whatDiffersInASectionIsToldWithoutSecrets(
            String before, String after, String section, String reason) {
        String process = "processes: {a: {command: a}}\n";

        PlanView plan = Planning.plan(project(process + before), project(process + after));

        assertThat(plan.changes())
                .containsExactly(new PlanChange(section, "update", List.of(reason)));
        assertThat(plan.toString()).doesNotContain("hush", "loud");
    }

    @Test
    void otherBoundsAreARestart() {
        assertThat(Planning.plan(web(BASE), web(BASE + ", limits: {memory: 1GB}")).changes())
                .containsExactly(
                        new PlanChange("web", "restart", List.of("limits.memory: none -> 1GB")));
        assertThat(Planning.plan(web(BASE), web(BASE + ", limits: {checks: 3}")).changes())
                .containsExactly(
                        new PlanChange("web", "restart", List.of("limits.checks: 2 -> 3")));
        assertThat(Planning.plan(web(BASE), web(BASE + ", isolation: {user: a}")).changes())
                .containsExactly(
                        new PlanChange("web", "restart", List.of("isolation.user: none -> a")));
    }

    @Test
    void whatIsEnabledNowIsStarted() {
        assertThat(
                        Planning.plan(web(BASE + ", enabled: false"), web(BASE))
                                .changes()
                                .getFirst()
                                .action())
                .isEqualTo("start");
    }
}
