package dev.foster.daemon.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.control.ScreenView;
import dev.foster.control.ScreenView.KeyView;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the file says about the screen, and about figures and alarms in the output. */
class ScreenLayoutTest {
    @TempDir private Path folder;

    private Project read(String text) {
        return new Reading(folder).project(text);
    }

    private String faults(String text) {
        return new Reading(folder).faults(text);
    }

    @Test
    void panelsAndKeysAreThoseOfTheFileAndAGroupIsItsMembers() {
        Project project =
                read(
                        """
                        processes:
                          web: {command: run}
                          narrator: {command: run, stdin: pipe}
                          worker: {command: run, replicas: 2}
                        groups: {back: {members: [worker, web]}}
                        screen:
                          panels: [narrator, back, web]
                          keys:
                            Space: {send: narrator, text: next, label: next chapter}
                            é: {send: narrator, text: 5}
                        """);
        assertThat(project.screen())
                .isEqualTo(
                        new ScreenView(
                                List.of("narrator", "worker.1", "worker.2", "web"),
                                List.of(
                                        new KeyView("Space", "narrator", "next", "next chapter"),
                                        new KeyView("é", "narrator", "5", "send 5 to narrator"))));
        assertThat(read("processes: {w: {command: run}}").screen()).isEqualTo(ScreenView.NONE);
    }

    @Test
    void figuresAndAlarmsAreReadForEachCopyAndFromTheDefaults() {
        Project project =
                read(
                        """
                        defaults: {alert: {pattern: DETECTED, clear: RECOVERED}}
                        processes:
                          web: {command: run, gauge: {pattern: 'r=(.)', unit: req/s, low: 12.5%}}
                          many: {command: run, replicas: 2, alert: {clear: OVER}}
                        """);
        var usual = new AlertSpec("DETECTED", Optional.of("RECOVERED"));
        var own = new AlertSpec("DETECTED", Optional.of("OVER"));
        var gauge = new GaugeSpec("r=(.)", "req/s", Optional.empty(), Optional.of(0.125));
        assertThat(project.signs())
                .isEqualTo(
                        Map.of(
                                "web",
                                new SignSpec(Optional.of(gauge), Optional.of(usual)),
                                "many.1",
                                new SignSpec(Optional.empty(), Optional.of(own)),
                                "many.2",
                                new SignSpec(Optional.empty(), Optional.of(own))));
    }

    @Test
    void whatMakesNoSenseIsToldAtItsPlace() {
        assertThat(
                        faults(
                                """
                                processes:
                                  web:
                                    command: run
                                    gauge: {pattern: 'rate=[0-9]+'}
                                    alert: {pattern: '(x'}
                                  db: {command: run, gauge: {pattern: '(a)(b)', low: half}}
                                screen:
                                  keys:
                                    Enter: {send: web, text: a}
                                    F13: {send: web, text: a}
                                    space: {send: web, text: a}
                                    a: {text: b}
                                """))
                .isEqualTo(
                        """
                        foster.yaml:4:22: cannot read processes.web.gauge.pattern: it has no group, so it finds no number; put ( ) around the number, and write any other group as (?: )
                        foster.yaml:5:22: cannot read processes.web.alert.pattern: it is no regular expression (unclosed group); mend it, or put \\ before a character that is meant as it stands
                        foster.yaml:6:39: cannot read processes.db.gauge.pattern: it has 2 groups, so it finds several numbers; put ( ) around the number, and write any other group as (?: )
                        foster.yaml:6:54: cannot read processes.db.gauge.low: expected a share of the baseline, found the text "half"; write it like 50%
                        foster.yaml:9:5: cannot read screen.keys.Enter: there is no such key; write one character, Space, or F2 to F12
                        foster.yaml:10:5: cannot read screen.keys.F13: there is no such key; write one character, Space, or F2 to F12
                        foster.yaml:11:5: cannot read screen.keys.space: there is no such key; did you mean Space?
                        foster.yaml:12:8: cannot read screen.keys.a: it has no send; write it like {send: web, text: next, label: next page}\
                        """);
    }

    @Test
    void namesThatAreNotThereAndProcessesWithoutInputAreTold() {
        assertThat(
                        faults(
                                """
                                processes: {web: {command: run}, db: {command: run, stdin: pipe}}
                                screen:
                                  panels: [web, wbe]
                                  keys: {a: {send: bd, text: x}, b: {send: web, text: x}}
                                """))
                .isEqualTo(
                        """
                        foster.yaml:3:17: cannot read screen.panels: there is no process "wbe"; did you mean "web"?
                        foster.yaml:4:20: cannot read screen.keys.a.send: there is no process "bd"; known are web, db
                        foster.yaml:4:44: cannot read screen.keys.b.send: web takes no input; add stdin: pipe to it\
                        """);
    }
}
