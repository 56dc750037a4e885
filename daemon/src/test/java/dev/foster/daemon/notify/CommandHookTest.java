package dev.foster.daemon.notify;

import static dev.foster.daemon.notify.TestNotifier.AT;
import static dev.foster.daemon.notify.TestNotifier.await;
import static dev.foster.daemon.notify.TestNotifier.hook;
import static dev.foster.daemon.notify.TestNotifier.within;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.daemon.config.HookSpec;
import dev.foster.process.ChildSpec;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Messages for commands: those that take them, and those that fail or hang. */
@Timeout(60)
class CommandHookTest {
    @TempDir private Path folder;

    private final TestNotifier shop = new TestNotifier();

    @AfterEach
    void nothingIsLeft() {
        shop.close();
    }

    @Test
    void aCommandGetsTheMessageOnItsInputAndInItsEnvironment() throws IOException {
        Path out = folder.resolve("out");
        shop.notifier.change(
                List.of(
                        hook(
                                new HookSpec.Target.Command(
                                        ChildSpec.of(
                                                "/bin/sh",
                                                "-c",
                                                "cat > "
                                                        + out
                                                        + "; echo \" $FOSTER_EVENT"
                                                        + " $FOSTER_PROCESS $FOSTER_RUN"
                                                        + " $FOSTER_EXIT $FOSTER_PROJECT"
                                                        + " $FOSTER_TEXT\" >> "
                                                        + out)))));
        shop.crash("web");
        await("delivered", () -> shop.view().delivered() == 1);

        assertThat(Files.readString(out))
                .startsWith("{\"id\":\"")
                .contains("\"event\":\"crash\"")
                .endsWith(" crash web 7 3 shop exit 3 after 2 s\n");
        assertThat(shop.view().kind()).isEqualTo("command");
        assertThat(shop.view().target()).isEqualTo("/bin/sh …");
    }

    @Test
    void aCommandThatHangsIsKilledWithAllItStarted() {
        shop.notifier.change(
                List.of(
                        within(
                                hook(
                                        new HookSpec.Target.Command(
                                                ChildSpec.of(
                                                        "/bin/sh",
                                                        "-c",
                                                        "sleep 1000 & sleep 1000"))),
                                Duration.ofMillis(200),
                                0)));
        shop.crash("web");
        await("given up", () -> shop.view().failed() == 1);

        assertThat(shop.view().problem()).contains("not done within 200 ms; killed");
        await("nothing runs", () -> shop.engine.children().isEmpty());
    }

    @Test
    void aCommandThatDoesNotReadHasNoMoreThanItsTime() throws Exception {
        var delivery = new CommandDelivery(shop.engine, ChildSpec.of("/bin/sleep", "1000"));
        // More than a pipe takes, and less than a variable may have.
        Message message =
                Message.summary(
                        "web", "☃".repeat(40_000), 2, AT, new Message.Sender("shop", "here"));

        assertThat(delivery.attempt(message, Duration.ofMillis(200)).text())
                .isEqualTo("not done within 200 ms; killed");
    }

    @Test
    void aCommandThatFailsSaysWhy() {
        shop.notifier.change(
                List.of(
                        hook(
                                new HookSpec.Target.Command(
                                        ChildSpec.of("/bin/sh", "-c", "echo no mail; exit 4")))));

        assertThat(shop.notifier.test(Optional.empty()).getFirst().text())
                .isEqualTo("exit 4: no mail");
        shop.notifier.change(
                List.of(hook(new HookSpec.Target.Command(ChildSpec.of("/nowhere/at/all")))));
        assertThat(shop.notifier.test(Optional.empty()).getFirst().delivered()).isFalse();
    }
}
