package dev.foster.daemon.notify;

import static dev.foster.daemon.notify.TestNotifier.AT;
import static dev.foster.daemon.notify.TestNotifier.await;
import static dev.foster.daemon.notify.TestNotifier.hook;
import static dev.foster.daemon.notify.TestNotifier.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foster.control.ControlProblem;
import dev.foster.control.HookTestView;
import dev.foster.daemon.config.HookSpec;
import dev.foster.json.Members;
import dev.foster.process.ChildSpec;
import dev.foster.supervise.report.Topic;
import dev.foster.supervise.spec.Limit;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Who is told what, how, and how often, for real. */
@Timeout(60)
class NotifierTest {
    private final TestNotifier shop = new TestNotifier();

    @BeforeAll
    static void warmUp() throws Exception {
        TestNotifier.warmUp();
    }

    @AfterEach
    void nothingIsLeft() {
        shop.close();
    }

    @Test
    void aCrashIsPostedWithItsSignature() throws Exception {
        try (var receiver = new Receiver()) {
            shop.notifier.change(List.of(webhook(receiver.address("/hooks/x?y=z"))));
            shop.crash("web");
            await("delivered", () -> shop.view().delivered() == 1);

            Members message = receiver.message(0);
            assertThat(receiver.requests().getFirst().method()).isEqualTo("POST");
            assertThat(receiver.requests().getFirst().path()).containsExactly("hooks", "x");
            assertThat(receiver.header(0, "content-type")).isEqualTo("application/json");
            assertThat(receiver.header(0, "user-agent")).isEqualTo("foster/1.2.3");
            assertThat(receiver.header(0, "foster-event")).isEqualTo("crash");
            assertThat(receiver.header(0, "foster-delivery")).isEqualTo(message.text("id"));
            assertThat(message.text("event")).isEqualTo("crash");
            assertThat(message.text("at")).isEqualTo(AT.toString());
            assertThat(message.text("project")).isEqualTo("shop");
            assertThat(message.text("process")).isEqualTo("web");
            assertThat(message.text("text")).isEqualTo("exit 3 after 2 s");
            assertThat(message.number("run")).isEqualTo(7);
            assertThat(message.number("exit")).isEqualTo(3);
            assertThat(message.text("host")).isNotBlank();
            String signature = receiver.header(0, "foster-signature");
            assertThat(signature).matches("t=\\d{10},v1=[0-9a-f]{64}");
            long time = Long.parseLong(signature.substring(2, 12));
            assertThat(time).isCloseTo(Instant.now().getEpochSecond(), Offset.offset(60L));
            assertThat(signature)
                    .isEqualTo(
                            Signature.of(
                                    "s3cret", time, receiver.requests().getFirst().body().bytes()));
        }
    }

    @Test
    void aHookHearsOnlyWhatItWantsToHear() throws Exception {
        try (var receiver = new Receiver()) {
            HookSpec base = webhook(receiver.address("/"));
            shop.notifier.change(
                    List.of(
                            new HookSpec(
                                    base.name(),
                                    base.target(),
                                    Set.of(Topic.GAVE_UP),
                                    Optional.of(Set.of("web")),
                                    base.timeout(),
                                    base.retries(),
                                    base.rate())));
            shop.crash("web");
            shop.notifier.tell(Happenings.gaveUp("db"), AT);
            shop.notifier.tell(Happenings.gaveUp("web"), AT);
            await("delivered", () -> shop.view().delivered() == 1);

            assertThat(receiver.requests()).hasSize(1);
            assertThat(receiver.message(0).text("process")).isEqualTo("web");
        }
    }

    @Test
    void aFloodIsSummedUp() throws Exception {
        try (var receiver = new Receiver()) {
            HookSpec base = webhook(receiver.address("/"));
            shop.notifier.change(
                    List.of(
                            new HookSpec(
                                    base.name(),
                                    base.target(),
                                    base.on(),
                                    base.processes(),
                                    base.timeout(),
                                    base.retries(),
                                    // So long that even a machine that stalls tells all of them
                                    // within it.
                                    new Limit(2, Duration.ofSeconds(5)))));
            for (int i = 0; i < 50; i++) {
                shop.crash("web");
            }
            await("summed up", () -> shop.view().delivered() == 3);

            assertThat(receiver.message(2).text("event")).isEqualTo("summary");
            assertThat(receiver.message(2).text("text")).isEqualTo("48 more: 48 crash");
            assertThat(receiver.message(2).number("count")).isEqualTo(48);
            assertThat(shop.view().summed()).isEqualTo(48);
        }
    }

    @Test
    void aHookThatStaysTheSameKeepsItsFigures() throws Exception {
        try (var receiver = new Receiver()) {
            HookSpec hook = webhook(receiver.address("/"));
            shop.notifier.change(List.of(hook));
            shop.crash("web");
            await("delivered", () -> shop.view().delivered() == 1);
            shop.notifier.change(List.of(webhook(receiver.address("/"))));
            assertThat(shop.view().delivered()).isEqualTo(1);

            shop.notifier.change(List.of());
            shop.crash("web");
            assertThat(shop.notifier.views()).isEmpty();
            assertThat(receiver.requests()).hasSize(1);
        }
    }

    @Test
    void aTestSaysWhatCameOfIt() throws Exception {
        try (var receiver = new Receiver(204, 404)) {
            shop.notifier.change(List.of(webhook(receiver.address("/deep/secret"))));

            HookTestView good = shop.notifier.test(Optional.of("ops")).getFirst();
            HookTestView bad = shop.notifier.test(Optional.empty()).getFirst();

            assertThat(good.delivered()).isTrue();
            assertThat(good.text()).isEqualTo("status 204");
            assertThat(good.target()).doesNotContain("secret");
            assertThat(bad.delivered()).isFalse();
            assertThat(bad.text()).isEqualTo("status 404");
            assertThat(receiver.message(0).text("event")).isEqualTo("test");
            assertThatThrownBy(() -> shop.notifier.test(Optional.of("oops")))
                    .isInstanceOf(ControlProblem.class)
                    .hasMessageContaining(
                            "cannot test oops: no hook is called so; did you mean ops?");
        }
        shop.notifier.change(List.of());
        assertThatThrownBy(() -> shop.notifier.test(Optional.empty()))
                .hasMessageContaining("this project has none; add some below notify");
    }

    @Test
    void aNameAndPasswordInTheAddressAreSentAsSuch() throws Exception {
        try (var receiver = new Receiver()) {
            URI address = URI.create("http://ada:p%40ss@127.0.0.1:" + receiver.port() + "/");
            shop.notifier.change(List.of(webhook(address)));

            assertThat(shop.notifier.test(Optional.empty()).getFirst().delivered()).isTrue();
            assertThat(receiver.header(0, "authorization")).isEqualTo("Basic YWRhOnBAc3M=");
            assertThat(shop.view().target()).isEqualTo("http://127.0.0.1:" + receiver.port() + "/");
        }
    }

    @Test
    void aProjectThatIsRenamedSaysSo() throws Exception {
        try (var receiver = new Receiver()) {
            shop.notifier.change(List.of(webhook(receiver.address("/"))));
            shop.notifier.change(List.of(webhook(receiver.address("/"))), "mall");
            shop.crash("web");
            await("delivered", () -> shop.view().delivered() == 1);

            assertThat(receiver.message(0).text("project")).isEqualTo("mall");
        }
    }

    @Test
    void secretsAreInNoText() throws Exception {
        HookSpec web =
                hook(
                        new HookSpec.Target.Webhook(
                                URI.create("https://ada:pass@example.org/T0/B0?key=word"),
                                Optional.of("s3cret"),
                                Map.of("X-Token", "t0ken")));
        HookSpec command = hook(new HookSpec.Target.Command(ChildSpec.of("/bin/mail", "t0ken")));

        assertThat(web.toString() + command)
                .doesNotContain("pass", "B0", "word", "s3cret", "t0ken");
    }
}
