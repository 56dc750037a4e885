package dev.foster.daemon.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.document.DocumentProblem;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.file.Path;

/** What is wrong is told where it stands, in words, and all of it at once. */
class FaultsTest {
    @TempDir Path folder;
    private Reading reading;

    @BeforeEach
    void anEmptyFolder() {
        reading = new Reading(folder);
    }

    @Test
    void anUnknownKeyIsToldWithTheOneThatWasMeant() {
        assertThat(
                        reading.faults(
                                """
                                processes:
                                  web:
                                    comand: run
                                """))
                .isEqualTo(
                        """
                        foster.yaml:2:3: cannot read processes.web: it has no command; add one, such as command: ./server
                        foster.yaml:3:5: cannot use the key "comand" in processes.web: it is not known here; did you mean "command"?\
                        """);
        assertThat(reading.faults("prcesses: {}"))
                .contains(
                        ":1:1: cannot use the key \"prcesses\": it is not known here; did you"
                                + " mean \"processes\"?");
        assertThat(reading.faults("processes: {web: {command: run, workingDir: x}}"))
                .contains("did you mean \"working_dir\"?");
    }

    @Test
    void anUnknownKeyThatResemblesNothingIsToldWithAllThatAreKnown() {
        assertThat(reading.faults("processes: {web: {command: run, stop: {zzzzzz: 1}}}"))
                .endsWith("it is not known here; known are signal, grace, eof_wait");
    }

    @Test
    void aKeyThatStandsTwiceIsToldWithItsFirstLine() {
        assertThat(
                        reading.faults(
                                """
                                processes:
                                  web: {command: a}
                                  web: {command: b}
                                """))
                .isEqualTo(
                        "foster.yaml:3:3: cannot use the key \"web\" twice: it already stands in"
                                + " line 2; remove one");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "replicas: three | 4:15 | replicas: expected a whole number, found the text"
                        + " \"three\"; write it like 1",
                "replicas: '3' | 4:15 | expected a whole number, found the text \"3\"",
                "replicas: 0 | 4:15 | 0 is not between 1 and 1000; give another number",
                "replicas: 99999999999999 | 4:15 | expected a whole number",
                "enabled: yes | 4:14 | enabled: expected true or false, found the text \"yes\";"
                        + " write it like true",
                "description: 5 | 4:18 | expected a text, found the number 5; put it in quotes",
                "description: | 4:17 | expected a text, found nothing; write some text, or remove"
                        + " the key",
                "working_dir: [a] | 4:18 | expected a text, found a list",
                "working_dir: \"a\\0b\" | 4:18 | it holds a NUL character; remove it",
                "environment: 5 | 4:18 | expected a mapping or a list, found the number 5; write it"
                        + " like {LOG: debug}",
                "environment: [NAME] | 4:19 | expected NAME=value, found the text \"NAME\"; write"
                        + " it like LOG=debug",
                "environment: {A: {}} | 4:22 | expected a text or a number, found a mapping",
                "environment: {A=B: c} | 4:19 | \"A=B\" cannot be the name of a variable; use"
                        + " letters, digits and _",
                "env_file: none.env | 4:15 | there is no such file; create it or name another in"
                        + " processes.w.env_file",
                "inherit: some | 4:14 | expected all, none or a list of names, found the text"
                        + " \"some\"",
                "depends_on: a | 4:17 | expected a list or a mapping of names, found the text"
                        + " \"a\"; write it like {database: ready}",
                "depends_on: {w: redy} | 4:21 | expected one of started, ready, completed,"
                        + " completed_successfully, found the text \"redy\"; did you mean ready?",
                "ready: {} | 4:12 | it names no probe; add one of log, tcp, socket, http, exec,"
                        + " grpc, notify, fd",
                "ready: {log: a, tcp: 1} | 4:21 | it names more than one probe: log, tcp; keep one"
                        + " of them",
                "ready: {log: '('} | 4:18 | it is no regular expression (unclosed group); mend it",
                "ready: {tcp: 70000} | 4:18 | 70000 is not between 1 and 65535; give another port",
                "ready: {tcp: a b} | 4:18 | expected a port, or a host and a port, found the text"
                        + " \"a b\"",
                "ready: {http: 'ftp://a'} | 4:19 | expected an address or a port, found the text"
                        + " \"ftp://a\"",
                "ready: {http: 'http://a b'} | 4:19 | expected an address or a port",
                "ready: {http: {status: 200}} | 4:19 | it has no url; add one",
                "ready: {http: {url: 80, headers: {'a b': c}}} | 4:39 | \"a b\" is no header; mend"
                        + " it",
                "ready: {grpc: {service: a}} | 4:19 | it has no address; add one",
                "ready: {fd: 2} | 4:17 | 2 is not between 3 and 255",
                "ready: {notify: false} | 4:21 | false means nothing here; remove the key",
                "ready: {tcp: 1, period: 0} | 4:29 | no time at all is too short; write it like 1s",
                "ready: {tcp: 1, period: 5 sec} | 4:29 | expected a duration of at most ten years,"
                        + " found the text \"5 sec\"; write it like 500ms, 5s, 2m or 1h",
                "ready: {exec: []} | 4:19 | it is empty; name a program",
                "liveness: {log: a} | 4:16 | cannot use the key \"log\" in processes.w.liveness",
                "liveness: {tcp: 1, failures: 0} | 4:34 | 0 is not between 1 and 1000",
                "restart: allways | 4:14 | expected one of no, on-failure, always, unless-stopped,"
                        + " found the text \"allways\"; did you mean always?",
                "restart: {limit: 5 per 60s} | 4:22 | expected so many in a time, found the text"
                        + " \"5 per 60s\"; write it like 5 in 60s",
                "restart: {limit: 5 in 0s} | 4:22 | expected so many in a time",
                "restart: {backoff: 5s} | 4:24 | expected a mapping, or a list of durations, found"
                        + " the text \"5s\"",
                "restart: {backoff: []} | 4:24 | it is empty; give at least one duration",
                "restart: {backoff: {initial: 5s, max: 1s}} | 4:38 | the longest wait must not be"
                        + " shorter than the first; raise max",
                "restart: {backoff: {factor: 0.5}} | 4:33 | 0.5 is not between 1.0 and 1000.0",
                "restart: {backoff: {jitter: much}} | 4:33 | expected a number, found the text"
                        + " \"much\"",
                "restart: {success_codes: 0} | 4:30 | expected a list of exit codes, found the"
                        + " number 0",
                "restart: {success_codes: [256]} | 4:31 | 256 is not between 0 and 255",
                "stop: {signal: NOPE} | 4:20 | expected the name or number of a signal, found the"
                        + " text \"NOPE\"; write it like TERM",
                "stop: soon | 4:11 | expected a mapping, found the text \"soon\"",
                "output: {stderr: mix} | 4:22 | expected one of apart, merge, found the text"
                        + " \"mix\"",
                "output: {keep: 1XB} | 4:20 | expected a size, found the text \"1XB\"; write it"
                        + " like 256KB, 10MB or 1GiB",
                "output: {keep: 1GB} | 4:20 | it is not between 0B and",
                "output: {rotate: 10MB} | 4:22 | expected a size and a count, found the text"
                        + " \"10MB\"; write it like 10MB x 5",
                "output: {rotate: 10MB x 0} | 4:22 | less than 1KB or no file at all",
                "limits: {cpu: half} | 4:19 | expected a share of one core, found the text"
                        + " \"half\"; write it like 50%",
                "limits: {memory: 5} | 4:22 | it is not between 1MB and",
                "limits: {threads: 0} | 4:23 | 0 is not between 1 and",
                "limits: {cpu: 0} | 4:19 | it could do nothing at all; give more",
                "limits: {checks: 0} | 4:22 | 0 is not between 1 and 1000",
                "limits: {then: kil} | 4:20 | expected one of kill, stop, report, found the text"
                        + " \"kil\"; did you mean kill?",
                "limits: {throttle: true} | 4:24 | there is no cpu share to slow it down to; add"
                        + " cpu: 50%, or remove it",
                "isolation: {user: ''} | 4:23 | it is empty; write a name",
                "isolation: {private_tmp: 3} | 4:30 | expected true or false",
            })
    void aWrongValueIsToldAtItsPlaceWithWhatWasExpected(String field, String place, String words) {
        assertThat(reading.faults("processes:\n  w:\n    command: run\n    " + field + "\n"))
                .startsWith("foster.yaml:" + place + ": cannot ")
                .contains(words)
                .doesNotContain("\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "command: 5 | expected a text for the shell or a list, found the number 5",
                "command: '' | it is empty",
                "command: ' ' | it is empty",
                "command: [] | it is empty; name a program",
                "command: ['', a] | its first word is empty; name a program",
                "command: [a, {}] | processes.w.command[1]: expected a text or a number, found a"
                        + " mapping",
                "command: {} | expected a text for the shell or a list, found a mapping",
            })
    void aCommandThatIsNoneIsRefused(String field, String words) {
        assertThat(reading.faults("processes: {w: {" + field + "}}"))
                .startsWith("foster.yaml:1:")
                .contains(words);
    }

    @ParameterizedTest
    @CsvSource({"-web", "_web", "'a b'", "'wéb'", "'a/b'", "''", "'" + LONG + "'"})
    void aNameThatCannotBeUsedIsRefusedWithTheRule(String name) {
        assertThat(reading.faults("processes: {\"" + name + "\": {command: run}}"))
                .startsWith("foster.yaml:1:13: cannot name a process \"")
                .contains("letters, digits, _ . and -, begins with a letter or digit");
        assertThat(reading.faults("name: \"" + name + "\"\nprocesses: {a: {command: run}}"))
                .startsWith("foster.yaml:1:7: cannot name a project \"");
        assertThat(
                        reading.faults(
                                "processes: {a: {command: run}}\ngroups: {\""
                                        + name
                                        + "\": {members: [a]}}"))
                .startsWith("foster.yaml:2:10: cannot name a group \"");
    }

    private static final String LONG =
            "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";

    @Test
    void aCycleIsPrintedAtTheDependencyThatBeginsIt() {
        assertThat(
                        reading.faults(
                                """
                                processes:
                                  a:
                                    command: run
                                    depends_on: [b]
                                  b:
                                    command: run
                                    depends_on:
                                      c: ready
                                  c: {command: run, depends_on: [a]}
                                """))
                .isEqualTo(
                        "foster.yaml:4:18: cannot order a -> b -> c -> a: each waits for the next,"
                                + " so none can start; remove one of these dependencies");
    }

    @Test
    void aNameThatNobodyHasIsToldWhereItIsUsed() {
        assertThat(
                        reading.faults(
                                """
                                processes:
                                  database: {command: run, replicas: 2, depends_on: [nobody]}
                                  api: {command: run, depends_on: {databse: ready}}
                                groups:
                                  all: {members: [api, datebase]}
                                """))
                .isEqualTo(
                        """
                        foster.yaml:2:54: cannot tie database.1 to nobody: there is no process or group of that name; mend the name or add it
                        foster.yaml:3:36: cannot tie api to databse: there is no process or group of that name; mend the name or add it (did you mean database?)
                        foster.yaml:5:24: cannot tie all to datebase: there is no process or group of that name; mend the name or add it (did you mean database?)\
                        """);
    }

    @Test
    void aMemberOfTwoGroupsAndANameGivenTwiceAreTold() {
        assertThat(
                        reading.faults(
                                """
                                processes:
                                  a: {command: run}
                                  b: {command: run}
                                groups:
                                  g: {members: [a]}
                                  h: {members: [a]}
                                  b: {members: [g]}
                                """))
                .contains("foster.yaml:6:17: cannot put a into both g and h")
                .contains("foster.yaml:7:3: cannot use the name b twice");
    }

    @Test
    void groupsAreChecked() {
        assertThat(
                        reading.faults(
                                """
                                processes: {a: {command: run}, six-a: {command: run}}
                                groups:
                                  one: {strategy: all_for_one, members: [a]}
                                  two: {}
                                  three: {members: []}
                                  four: {members: [a], intensity: often}
                                  five: {members: a}
                                  six: {strategy: one_for_all, stop_order: together, members: [six-a]}
                                """))
                .isEqualTo(
                        """
                        foster.yaml:3:19: cannot read groups.one.strategy: expected one of one_for_one, one_for_all, rest_for_one, found the text "all_for_one"; did you mean one_for_one?
                        foster.yaml:4:3: cannot read groups.two: it has no members; name the members: [a, b]
                        foster.yaml:5:20: cannot read groups.three.members: it is empty; name the members: [a, b]
                        foster.yaml:6:35: cannot read groups.four.intensity: expected so many in a time, found the text "often"; write it like 5 in 60s
                        foster.yaml:7:19: cannot read groups.five.members: expected a list of texts, found the text "a"; write it like [one, two]
                        foster.yaml:8:32: cannot read groups.six.stop_order: members that start one after the other stop in reverse; leave it out, or use strategy: one_for_one\
                        """);
    }

    @Test
    void groupsInsideEachOtherAreACycle() {
        assertThat(
                        reading.faults(
                                """
                                processes: {a: {command: run}}
                                groups:
                                  g: {members: [h]}
                                  h: {members: [g]}
                                """))
                .contains("cannot order")
                .contains("g")
                .contains("h");
    }

    @Test
    void twoProcessesCannotWriteOneFile() {
        assertThat(
                        reading.faults(
                                """
                                processes:
                                  a: {command: run, output: {file: logs/x.log}}
                                  b: {command: run, output: {file: logs/../logs/x.log}}
                                """))
                .startsWith("foster.yaml:3:3: cannot write the output of b and a to one file");
    }

    @Test
    void manyFaultsAreToldUpToTwentyAndTheRestIsCounted() {
        var text = new StringBuilder("processes:\n");
        for (int i = 0; i < 50; i++) {
            text.append("  p").append(i).append(": {command: 5}\n");
        }
        DocumentProblem problem = reading.file("foster.yaml", text.toString()).problem();

        assertThat(problem.faults()).hasSize(20);
        assertThat(problem.getMessage()).endsWith("\nand 30 more");
        assertThat(problem.faults()).isSortedAccordingTo((a, b) -> a.line() - b.line());
    }

    @Test
    void aMistakeInTheDefaultsIsToldOnce() {
        assertThat(
                        reading.faults(
                                """
                                defaults: {stop: {grace: soon}, command: x}
                                processes:
                                  a: {command: run}
                                  b: {command: run}
                                """))
                .isEqualTo(
                        """
                        foster.yaml:1:26: cannot read defaults.stop.grace: expected a duration of at most ten years, found the text "soon"; write it like 500ms, 5s, 2m or 1h
                        foster.yaml:1:33: cannot use the key "command" in defaults: it is not known here; known are working_dir, environment, env_file, inherit, depends_on, ready, liveness, restart, stop, stdin, output, limits, isolation, gauge, alert, replicas, enabled, description\
                        """);
    }

    @Test
    void tooManyProcessesAreRefused() {
        var text = new StringBuilder("processes:\n");
        for (int i = 0; i < 11; i++) {
            text.append("  p").append(i).append(": {command: run, replicas: 1000}\n");
        }
        assertThat(reading.faults(text.toString()))
                .startsWith(
                        "foster.yaml:12:3: cannot supervise p10 as well: a project has at most"
                                + " 10000 processes");
    }
}
