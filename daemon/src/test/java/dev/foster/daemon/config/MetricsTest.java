package dev.foster.daemon.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** What the file says of metrics. */
class MetricsTest {
    @TempDir private Path folder;

    private MetricsSpec metrics(String fields) {
        return new Reading(folder)
                .variable("TOKEN", "t0ken")
                .project("processes: {w: {command: run}}\nmetrics: {" + fields + "}")
                .metrics();
    }

    @Test
    void withoutTheKeyTheyGoNowhereByThemselves() {
        assertThat(new Reading(folder).project("processes: {w: {command: run}}").metrics())
                .isEqualTo(MetricsSpec.NONE);
        assertThat(metrics("")).isEqualTo(MetricsSpec.NONE);
    }

    @Test
    void aPortAloneIsOnThisMachine() {
        assertThat(metrics("listen: 9433").listener())
                .contains(
                        new MetricsSpec.Listener(
                                new ListenAddress("127.0.0.1", 9433),
                                Optional.empty(),
                                Optional.empty()));
        assertThat(metrics("listen: '[::1]:0'").listener().orElseThrow().address())
                .hasToString("[::1]:0");
    }

    @Test
    void whoListensBeyondThisMachineHasAToken() {
        assertThat(metrics("listen: '0.0.0.0:9433', token: '${TOKEN}'").listener())
                .contains(
                        new MetricsSpec.Listener(
                                new ListenAddress("0.0.0.0", 9433),
                                Optional.of("t0ken"),
                                Optional.empty()));
        assertThat(metrics("listen: '0.0.0.0:9433', token_file: a.token").listener())
                .flatMap(MetricsSpec.Listener::tokenFile)
                .contains(folder.resolve("a.token"));
        assertThat(metrics("listen: 9433, token: '${TOKEN}'").toString()).doesNotContain("t0ken");
    }

    @Test
    void theyCanBeSentToOpenTelemetry() {
        assertThat(metrics("otlp: 'http://127.0.0.1:4318'").otlp())
                .contains(
                        new MetricsSpec.Otlp(
                                URI.create("http://127.0.0.1:4318"),
                                Duration.ofSeconds(30),
                                Map.of()));
        MetricsSpec all =
                metrics(
                        "otlp: 'https://u:p4ss@otel.example/x', period: 5s, headers: {X-Key:"
                                + " '${TOKEN}', X-Number: 5}");
        assertThat(all.otlp().orElseThrow().headers())
                .isEqualTo(Map.of("X-Key", "t0ken", "X-Number", "5"));
        assertThat(all.toString()).doesNotContain("t0ken", "p4ss");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "metrics: {listen: '0.0.0.0:9433'} | 2:19: cannot read metrics.listen: everybody"
                        + " who reaches 0.0.0.0 could read it; listen on 127.0.0.1, or add"
                        + " metrics.token_file",
                "metrics: {listen: here} | 2:19: cannot read metrics.listen: expected an address"
                        + " and a port, found the text \"here\"; write it like 127.0.0.1:9433",
                "metrics: {listen: 70000} | 2:19: cannot read metrics.listen: expected an address"
                        + " and a port, found the number 70000; write it like 127.0.0.1:9433",
                "metrics: {listen: 1, token: a, token_file: b} | 2:32: cannot read"
                        + " metrics.token_file: there is a token already; give one of them",
                "metrics: {token: a} | 2:11: cannot read metrics.token: it says more about listen,"
                        + " which is not there; add listen, or remove it",
                "metrics: {period: 5s} | 2:11: cannot read metrics.period: it says more about"
                        + " otlp, which is not there; add otlp, or remove it",
                "metrics: {otlp: 'ftp://u:secret@host'} | 2:17: cannot read metrics.otlp: it is no"
                        + " address of a web server; write it like http://127.0.0.1:4318",
                "metrics: {otlp: 'http://a/?key=secret'} | 2:17: cannot read metrics.otlp: it has a"
                        + " query, which a receiver does not take; leave out the ? and what"
                        + " follows, or send it in metrics.headers",
                "metrics: {otlp: 'http://a', headers: {A: 'snow \u2603'}} | 2:39: cannot read"
                        + " metrics.headers: \"A\" is no header; mend it",
                "metrics: {otlp: 'http://a', period: 10ms} | 2:37: cannot read metrics.period: it"
                        + " is shorter than a second; write it like 30s",
                "metrics: {otlp: 'http://a', headers: {Host: b}} | 2:38: cannot read"
                        + " metrics.headers: the request says itself what \"Host\" is; remove it",
                "metrics: {otpl: 'http://a'} | 2:11: cannot use the key \"otpl\" in metrics: it is"
                        + " not known here; did you mean \"otlp\"?",
                "metrics: yes | 2:10: cannot read metrics: expected a mapping, found the text"
                        + " \"yes\"; write keys and values below it, or remove the key",
            })
    void whatMakesNoSenseIsTold(String text, String fault) {
        assertThat(new Reading(folder).faults("processes: {w: {command: run}}\n" + text))
                .isEqualTo("foster.yaml:" + fault);
    }
}
