package dev.foster.cli.bus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.cli.Called;
import dev.foster.cli.ErrorGrammar;
import dev.foster.testkit.NatsAccounts;
import dev.foster.testkit.NatsServer;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** Files with credentials on the command line. */
@Timeout(value = 1, unit = TimeUnit.MINUTES)
class CredentialsFileTest {
    @TempDir private Path folder;

    @Test
    void aServerWithAccountsLetsItsUserIn() throws Exception {
        Assumptions.assumeTrue(NatsServer.program().isPresent(), "no nats-server here");
        var accounts = NatsAccounts.make();
        Files.writeString(folder.resolve("me.creds"), accounts.user("me"));
        Files.writeString(folder.resolve("other.creds"), NatsAccounts.make().user("other"));
        try (var server =
                NatsServer.start(NatsServer.program().orElseThrow(), accounts.configuration())) {
            Called called = new Called(folder);
            assertThat(publish(called, server, "me.creds")).as(called.err()).isZero();
            Called refused = new Called(folder);
            assertThat(publish(refused, server, "other.creds")).isEqualTo(1);
            assertThat(refused.err()).contains("it does not let us in");
        }
    }

    private static int publish(Called called, NatsServer server, String credentials) {
        return called.run("bus", "pub", "a", "x", "--server", server.url(), "--creds", credentials);
    }

    @Test
    void whatIsNoSuchFileIsRefused() throws Exception {
        Files.writeString(folder.resolve("not.creds"), "nothing of the kind");
        for (String name : new String[] {"not.creds", "none.creds"}) {
            Called called = new Called(folder);
            assertThat(called.run("bus", "pub", "a", "x", "--creds", name)).isEqualTo(2);
            ErrorGrammar.assertFollowedBy(called.err());
        }
    }
}
