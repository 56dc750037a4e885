package dev.foster.sdk.bus.credentials;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foster.testkit.Leaks;
import dev.foster.testkit.NatsAccounts;
import dev.foster.testkit.NatsServer;

import io.nats.client.AuthenticationException;
import io.nats.client.Connection;
import io.nats.client.Nats;
import io.nats.client.Options;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Files with credentials, as the tools of NATS write them, shown to a real server. */
@SuppressWarnings("try") // closing a connection can be interrupted
@Timeout(value = 1, unit = TimeUnit.MINUTES)
class CredentialsFileTest {
    private static final Duration SOON = Duration.ofSeconds(20);
    // The library takes all of it before it says that it was refused.
    private static final Duration REFUSED = Duration.ofSeconds(3);

    private final Leaks leaks = Leaks.snapshot();
    private final NatsAccounts accounts = NatsAccounts.make();
    @TempDir private Path folder;

    @AfterEach
    void nothingIsLeft() {
        leaks.assertNothingLeft();
    }

    private NatsServer server() {
        Assumptions.assumeTrue(NatsServer.program().isPresent(), "no nats-server here");
        return NatsServer.start(NatsServer.program().orElseThrow(), accounts.configuration());
    }

    private Path written(String credentials) throws IOException {
        return Files.writeString(folder.resolve("me.creds"), credentials);
    }

    private static Connection enter(NatsServer server, Path file, Duration limit)
            throws IOException, InterruptedException {
        return Nats.connect(
                new Options.Builder()
                        .server(server.url())
                        .connectionTimeout(limit)
                        .maxReconnects(0)
                        .authHandler(CredentialsFile.read(file))
                        .build());
    }

    @Test
    void aServerWithAccountsLetsItsUserIn() throws Exception {
        Path mine = written(accounts.user("me"));
        try (var server = server();
                Connection connection = enter(server, mine, SOON)) {
            assertThat(connection.getStatus()).isEqualTo(Connection.Status.CONNECTED);
        }
    }

    @Test
    void aUserOfSomebodyElseIsNotLetIn() throws Exception {
        Path foreign = written(NatsAccounts.make().user("me"));
        try (var server = server()) {
            assertThatThrownBy(() -> enter(server, foreign, REFUSED).close())
                    .isInstanceOf(AuthenticationException.class);
        }
    }

    @Test
    void aSeedThatWasCopiedWronglyIsDamaged() throws Exception {
        String whole = accounts.user("me");
        int digit = whole.indexOf("\nSU") + 20;
        char other = whole.charAt(digit) == 'A' ? 'B' : 'A';
        for (String damaged :
                new String[] {
                    whole.substring(0, digit) + other + whole.substring(digit + 1),
                    whole.substring(0, digit) + whole.substring(digit + 1)
                }) {
            Path file = written(damaged);
            assertThatThrownBy(() -> CredentialsFile.read(file))
                    .hasMessage("cannot use " + file + ": its key is damaged");
        }
    }

    @Test
    void whatIsNoSuchFileIsNamed() throws Exception {
        Path other = written("nothing of the kind");
        assertThatThrownBy(() -> CredentialsFile.read(other))
                .hasMessage("cannot use " + other + ": it has no user's token and seed");
        Path none = folder.resolve("none.creds");
        assertThatThrownBy(() -> CredentialsFile.read(none))
                .hasMessage("cannot use " + none + ": it cannot be read");
    }
}
