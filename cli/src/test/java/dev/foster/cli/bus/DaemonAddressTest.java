package dev.foster.cli.bus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.bus.broker.Broker;
import dev.foster.bus.broker.BrokerOptions;
import dev.foster.bus.broker.BusUser;
import dev.foster.cli.Called;
import dev.foster.cli.ErrorGrammar;
import dev.foster.control.BusView;
import dev.foster.control.ControlProblem;
import dev.foster.control.ProblemCode;
import dev.foster.control.ProjectPaths;
import dev.foster.daemon.api.ApiServer;
import dev.foster.daemon.api.Operations;
import dev.foster.http.WrongTokens;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Without an address it is the bus of the project that runs here. */
class DaemonAddressTest {
    @TempDir private Path folder;

    /** A daemon that knows of nothing but its bus. */
    private ApiServer daemon(Supplier<BusView> bus) {
        var operations =
                (Operations)
                        Proxy.newProxyInstance(
                                Operations.class.getClassLoader(),
                                new Class<?>[] {Operations.class},
                                (_, method, _) -> {
                                    assertThat(method.getName()).isEqualTo("bus");
                                    return bus.get();
                                });
        Map<String, String> environment =
                Map.of(
                        "FOSTER_RUNTIME_DIR",
                        folder.resolve("r").toString(),
                        "FOSTER_STATE_DIR",
                        folder.resolve("s").toString());
        ProjectPaths paths = ProjectPaths.of(folder, environment);
        paths.create();
        var server = new ApiServer(operations, WrongTokens.untold());
        server.listenOnSocket(paths.socket());
        return server;
    }

    private static BusView view(Broker broker) {
        return new BusView(
                true,
                List.of(broker.url()),
                Optional.of("u"),
                Optional.of("p"),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                true,
                Map.of("messages_in", 42L),
                List.of());
    }

    @Test
    void theDaemonSaysWhereItIsAndWhoWeAre() {
        BrokerOptions options =
                BrokerOptions.defaults()
                        .withUser(BusUser.of("u", "p"))
                        .withAuthentication(Duration.ofSeconds(20));
        try (Broker broker = Broker.start(options);
                ApiServer _ = daemon(() -> view(broker))) {
            Called called = new Called(folder).with("NATS_URL", "nats://127.0.0.1:1");
            assertThat(called.run("bus", "pub", "a", "x")).as(called.err()).isZero();
            assertThat(broker.statistics().messagesIn()).isEqualTo(1);
            Called stats = new Called(folder);
            assertThat(stats.run("bus", "stats", "--json")).isZero();
            assertThat(stats.out()).contains("\"messages_in\":42");
        }
    }

    @Test
    void aProjectWithoutABusSaysSo() {
        try (ApiServer _ =
                daemon(
                        () -> {
                            throw new ControlProblem(
                                    ProblemCode.CONFLICT,
                                    "cannot use the bus: this project has none; add one");
                        })) {
            Called called = new Called(folder);
            assertThat(called.run("bus", "pub", "a", "x")).isEqualTo(1);
            assertThat(called.err()).contains("this project has none");
            ErrorGrammar.assertFollowedBy(called.err());
        }
    }
}
