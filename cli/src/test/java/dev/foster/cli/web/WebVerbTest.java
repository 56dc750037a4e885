package dev.foster.cli.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.cli.Called;
import dev.foster.cli.ErrorGrammar;
import dev.foster.cli.FakeDaemon;
import dev.foster.json.JsonText;
import dev.foster.json.Members;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

@Timeout(60)
class WebVerbTest {
    @TempDir private Path folder;

    @Test
    void aLinkIsAllThatIsPrinted() {
        var called = new Called(folder);
        try (FakeDaemon daemon = called.daemon()) {
            assertThat(called.run("web")).isZero();

            assertThat(called.out()).isEqualTo("http://127.0.0.1:7433/enter?ticket=once\n");
            assertThat(daemon.calls).containsExactly("web OptionalInt.empty false");
        }
    }

    @Test
    void thePortAndTheResetArePassedOn() {
        var called = new Called(folder);
        try (FakeDaemon daemon = called.daemon()) {
            assertThat(called.run("web", "--port", "0", "--reset")).isZero();

            assertThat(daemon.calls).containsExactly("web OptionalInt[0] true");
        }
    }

    @Test
    void theTokenIsReadWhereTheDaemonKeepsIt() throws IOException {
        var called = new Called(folder);
        try (FakeDaemon daemon = called.daemon()) {
            called.run("web", "--json");
            Members link = Members.of(JsonText.parse(called.out()));
            assertThat(link.text("address")).isEqualTo("http://127.0.0.1:7433/");
            assertThat(link.instant("expires")).isAfter(FakeDaemon.AT);
            Files.writeString(Path.of(link.text("token_file")), "s3cret\n");

            var again = new Called(folder);
            assertThat(again.run("web", "--token")).isZero();
            assertThat(again.out()).isEqualTo("s3cret\n");
            assertThat(daemon.calls).hasSize(2);
        }
    }

    @Test
    void withoutADaemonThereIsNoDashboard() {
        var called = new Called(folder);

        assertThat(called.run("web")).isEqualTo(3);
        ErrorGrammar.assertFollowedBy(called.err());
    }
}
