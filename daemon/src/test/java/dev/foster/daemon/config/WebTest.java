package dev.foster.daemon.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;

/** What the file says of the dashboard. */
class WebTest {
    private static final String ONE = "processes: {a: {command: run}}\n";

    @TempDir private Path folder;

    private Optional<WebSpec> web(String value) {
        return new Reading(folder).project(ONE + "web: " + value).web();
    }

    @Test
    void withoutAWordThereIsNone() {
        assertThat(new Reading(folder).project(ONE).web()).isEmpty();
        assertThat(web("false")).isEmpty();
    }

    @Test
    void aPlainYesIsOnThisMachine() {
        assertThat(web("true")).contains(WebSpec.usual());
        assertThat(web("{}")).contains(WebSpec.usual());
        assertThat(WebSpec.usual().address()).isEqualTo(new ListenAddress("127.0.0.1", 7433));
    }

    @ParameterizedTest
    @CsvSource({
        "8080, 127.0.0.1, 8080",
        "127.0.0.1:0, 127.0.0.1, 0",
        "'localhost:1', localhost, 1",
        "'\"[::1]:80\"', ::1, 80"
    })
    void itListensWhereTheFileSays(String listen, String host, int port) {
        WebSpec web = web("{listen: " + listen + "}").orElseThrow();

        assertThat(web.address()).isEqualTo(new ListenAddress(host, port));
    }

    @Test
    void beyondThisMachineItIsEncryptedByItselfOrByAProxy() {
        WebSpec proxied =
                web("{listen: 0.0.0.0:80, public_url: 'https://a.example/b'}").orElseThrow();
        assertThat(proxied.publicUrl()).contains(URI.create("https://a.example/b"));
        WebSpec own =
                web("{listen: '0.0.0.0:443', tls: {certificate: c.pem, key: k.pem}}").orElseThrow();
        assertThat(own.tls())
                .contains(new Certificate(folder.resolve("c.pem"), folder.resolve("k.pem")));
    }

    @Test
    void aTokenMayLieElsewhere() {
        assertThat(web("{token_file: secrets/web}").orElseThrow().tokenFile())
                .contains(folder.resolve("secrets/web"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "maybe | cannot read web: expected true or false",
                "{listen: here} | cannot read web.listen: expected an address and a port",
                "{listen: 70000} | cannot read web.listen",
                "{listen: '0.0.0.0:7433'} | listen on 127.0.0.1, or add web.tls, or web.public_url",
                "{listen: 'box.lan:7433'} | send in the clear",
                "{public_url: 'http://a.example'} | expected an address with https",
                "{public_url: 'https://me@a.example'} | expected an address with https",
                "{public_url: 'https://a.example/?x'} | expected an address with https",
                "{tls: {key: k.pem}} | it has no certificate",
                "{port: 80} | cannot",
            })
    void whatMakesNoSenseIsToldWithWhatToDo(String value, String message) {
        assertThat(new Reading(folder).faults(ONE + "web: " + value).toString()).contains(message);
    }
}
