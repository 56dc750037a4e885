package dev.foster.daemon.notify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foster.control.ControlProblem;
import dev.foster.control.HookTestView;
import dev.foster.control.HookView;
import dev.foster.control.json.Members;
import dev.foster.daemon.config.HookSpec;
import dev.foster.daemon.config.HookSpec.Word;
import dev.foster.process.ChildSpec;
import dev.foster.process.ProcessEngine;
import dev.foster.supervise.report.Happening;
import dev.foster.supervise.report.Happening.Kind;
import dev.foster.supervise.spec.Limit;
import dev.foster.testkit.Eventually;
import dev.foster.testkit.Leaks;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

/** Hooks that work, fail, hang and refuse, for real. */
@Timeout(60)
class NotifierTest {
    private static final Duration SOON = Duration.ofSeconds(20);
    private static final Instant AT = Instant.parse("2026-01-31T12:00:00Z");

    @TempDir private Path folder;

    private final Leaks before = Leaks.snapshot();
    private final ProcessEngine engine = ProcessEngine.start();
    private final List<String> told = new CopyOnWriteArrayList<>();
    private final Notifier notifier =
            new Notifier(
                    engine,
                    "shop",
                    "1.2.3",
                    (_, code) -> code == 0,
                    (kind, text) -> told.add(kind + ": " + text),
                    Duration.ofMillis(20));

    /** What the JDK loads for its first request stays for good. */
    @BeforeAll
    static void warmUp() throws Exception {
        try (var receiver = new Receiver();
                var caller = new dev.foster.daemon.outbound.WebCaller()) {
            caller.post(receiver.address("/"), Map.of(), new byte[0], SOON);
        }
    }

    @AfterEach
    void nothingIsLeft() {
        notifier.close();
        engine.close();
        before.assertNothingLeft();
    }

    private static HookSpec webhook(URI address) {
        return hook(new HookSpec.Target.Webhook(address, Optional.of("s3cret"), Map.of()));
    }

    private static HookSpec hook(HookSpec.Target target) {
        return new HookSpec(
                "ops",
                target,
                EnumSet.allOf(Word.class),
                Optional.empty(),
                Duration.ofSeconds(5),
                4,
                new Limit(100, Duration.ofMinutes(1)));
    }

    private static HookSpec changed(
            HookSpec hook, Set<Word> on, Optional<Set<String>> processes, Duration timeout) {
        return new HookSpec(
                hook.name(), hook.target(), on, processes, timeout, hook.retries(), hook.rate());
    }

    private void crash(String name) {
        notifier.tell(
                new Happening(Kind.EXITED, name, 7, "exit 3 after 2 s", Map.of("exit_code", "3")),
                AT);
    }

    private HookView view() {
        return notifier.views().getFirst();
    }

    private static void await(String what, java.util.function.BooleanSupplier condition) {
        Eventually.until(SOON, what, condition);
    }

    @Test
    void aCrashIsPostedWithItsSignature() throws Exception {
        try (var receiver = new Receiver()) {
            notifier.change(List.of(webhook(receiver.address("/hooks/x?y=z"))));
            crash("web");
            await("delivered", () -> view().delivered() == 1);

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
            assertThat(time)
                    .isCloseTo(
                            Instant.now().getEpochSecond(),
                            org.assertj.core.data.Offset.offset(60L));
            assertThat(signature)
                    .isEqualTo(
                            Signature.of(
                                    "s3cret", time, receiver.requests().getFirst().body().bytes()));
        }
    }

    @Test
    void aServerThatFailsIsTriedAgainWithTheSameId() throws Exception {
        try (var receiver = new Receiver(500, 503, 429)) {
            notifier.change(List.of(webhook(receiver.address("/"))));
            crash("web");
            await("delivered", () -> view().delivered() == 1);

            assertThat(receiver.requests()).hasSize(4);
            var ids = new HashSet<String>();
            for (int i = 0; i < 4; i++) {
                ids.add(receiver.message(i).text("id"));
            }
            assertThat(ids).hasSize(1);
            assertThat(told).isEmpty();
        }
    }

    @Test
    void troubleIsToldOnceAndSoIsItsEnd() throws Exception {
        try (var receiver = new Receiver(500, 500, 500, 500, 500, 500, 500, 500, 500, 500, 200)) {
            notifier.change(List.of(webhook(receiver.address("/secret-path"))));
            crash("web");
            crash("web");
            await("given up", () -> view().failed() == 2);
            assertThat(view().problem()).contains("status 500");
            assertThat(receiver.requests()).hasSize(10);
            crash("web");
            await("delivered", () -> view().delivered() == 1);

            assertThat(view().problem()).isEmpty();
            await("told", () -> told.size() >= 2);
            assertThat(told)
                    .containsExactly(
                            "notify-failed: cannot notify ops at http://127.0.0.1:"
                                    + receiver.port()
                                    + "/…: status 500, 5 times; try foster notify test ops",
                            "notify-recovered: ops can be notified again");
        }
    }

    @Test
    void aRedirectIsNotFollowedAndARefusalIsFinal() throws Exception {
        try (var receiver = new Receiver(302, 404)) {
            notifier.change(List.of(webhook(receiver.address("/"))));
            crash("web");
            crash("web");
            await("given up", () -> view().failed() == 2);

            assertThat(receiver.requests()).hasSize(2);
            assertThat(receiver.requests())
                    .allMatch(it -> it.path().isEmpty() || it.path().equals(List.of("")));
            assertThat(told).singleElement().asString().contains("status 302, a redirect");
        }
    }

    @Test
    void aServerThatNeverAnswersCostsItsTimeoutOnly() throws Exception {
        try (var receiver = new Receiver(Receiver.SILENCE)) {
            HookSpec hook =
                    changed(
                            webhook(receiver.address("/")),
                            EnumSet.allOf(Word.class),
                            Optional.empty(),
                            Duration.ofMillis(200));
            notifier.change(List.of(hook));
            crash("web");
            await("delivered at the second attempt", () -> view().delivered() == 1);

            assertThat(receiver.requests()).hasSize(2);
        }
    }

    @Test
    void nobodyListensIsAReasonLikeAnyOther() throws Exception {
        URI nobody;
        try (var receiver = new Receiver()) {
            nobody = receiver.address("/");
        }
        notifier.change(List.of(webhook(nobody)));
        crash("web");
        await("given up", () -> view().failed() == 1);

        assertThat(told).singleElement().asString().contains("nobody listens there");
    }

    @Test
    void aHookHearsOnlyWhatItWantsToHear() throws Exception {
        try (var receiver = new Receiver()) {
            HookSpec hook =
                    changed(
                            webhook(receiver.address("/")),
                            Set.of(Word.GAVE_UP),
                            Optional.of(Set.of("web")),
                            Duration.ofSeconds(5));
            notifier.change(List.of(hook));
            crash("web");
            notifier.tell(new Happening(Kind.GAVE_UP, "db", 1, "gave up", Map.of()), AT);
            notifier.tell(new Happening(Kind.GAVE_UP, "web", 1, "gave up", Map.of()), AT);
            await("delivered", () -> view().delivered() == 1);

            assertThat(receiver.requests()).hasSize(1);
            assertThat(receiver.message(0).text("process")).isEqualTo("web");
        }
    }

    @Test
    void aFloodIsSummedUp() throws Exception {
        try (var receiver = new Receiver()) {
            HookSpec base = webhook(receiver.address("/"));
            notifier.change(
                    List.of(
                            new HookSpec(
                                    base.name(),
                                    base.target(),
                                    base.on(),
                                    base.processes(),
                                    base.timeout(),
                                    base.retries(),
                                    new Limit(2, Duration.ofMillis(500)))));
            for (int i = 0; i < 50; i++) {
                crash("web");
            }
            await("summed up", () -> view().delivered() == 3);

            assertThat(receiver.message(2).text("event")).isEqualTo("summary");
            assertThat(receiver.message(2).text("text")).isEqualTo("48 more: 48 crash");
            assertThat(receiver.message(2).number("count")).isEqualTo(48);
            assertThat(view().summed()).isEqualTo(48);
        }
    }

    @Test
    void whatDoesNotFitIsDroppedAndCountedAndTold() throws Exception {
        try (var receiver = new Receiver(Receiver.SILENCE)) {
            notifier.change(List.of(webhook(receiver.address("/"))));
            crash("first");
            await("under way", () -> receiver.requests().size() == 1);
            for (int i = 0; i < Hook.MOST_WAITING + 10; i++) {
                crash("process-" + i);
            }

            assertThat(view().queued()).isEqualTo(Hook.MOST_WAITING);
            assertThat(view().dropped()).isEqualTo(10);
            assertThat(told)
                    .singleElement()
                    .asString()
                    .startsWith("notify-dropped: cannot keep more than 256 messages for ops");
        }
    }

    @Test
    void theEndWaitsForWhatIsUnderWayButNotForever() throws Exception {
        try (var receiver = new Receiver(500, 500, 500, 500, 500)) {
            notifier.change(List.of(webhook(receiver.address("/"))));
            crash("web");
            crash("db");
            notifier.close();

            assertThat(view().delivered() + view().failed()).isEqualTo(2);
        }
        try (var silent = new Receiver(Receiver.SILENCE)) {
            var other =
                    new Notifier(engine, "shop", "1", (_, _) -> false, (kind, _) -> told.add(kind));
            other.change(List.of(webhook(silent.address("/"))));
            other.tell(new Happening(Kind.GAVE_UP, "web", 1, "x", Map.of()), AT);
            other.tell(new Happening(Kind.GAVE_UP, "db", 1, "x", Map.of()), AT);
            await("under way", () -> silent.requests().size() == 1);
            other.close();

            assertThat(told).contains("notify-dropped");
        }
    }

    @Test
    void aHookThatStaysTheSameKeepsItsFigures() throws Exception {
        try (var receiver = new Receiver()) {
            HookSpec hook = webhook(receiver.address("/"));
            notifier.change(List.of(hook));
            crash("web");
            await("delivered", () -> view().delivered() == 1);
            notifier.change(List.of(webhook(receiver.address("/"))));
            assertThat(view().delivered()).isEqualTo(1);

            notifier.change(List.of());
            crash("web");
            assertThat(notifier.views()).isEmpty();
            assertThat(receiver.requests()).hasSize(1);
        }
    }

    @Test
    void aTestSaysWhatCameOfIt() throws Exception {
        try (var receiver = new Receiver(204, 404)) {
            notifier.change(List.of(webhook(receiver.address("/deep/secret"))));

            HookTestView good = notifier.test(Optional.of("ops")).getFirst();
            HookTestView bad = notifier.test(Optional.empty()).getFirst();

            assertThat(good.delivered()).isTrue();
            assertThat(good.text()).isEqualTo("status 204");
            assertThat(good.target()).doesNotContain("secret");
            assertThat(bad.delivered()).isFalse();
            assertThat(bad.text()).isEqualTo("status 404");
            assertThat(receiver.message(0).text("event")).isEqualTo("test");
            assertThatThrownBy(() -> notifier.test(Optional.of("oops")))
                    .isInstanceOf(ControlProblem.class)
                    .hasMessageContaining(
                            "cannot test oops: no hook is called so; did you mean ops?");
        }
        notifier.change(List.of());
        assertThatThrownBy(() -> notifier.test(Optional.empty()))
                .hasMessageContaining("this project has none; add some below notify");
    }

    @Test
    void aNameAndPasswordInTheAddressAreSentAsSuch() throws Exception {
        try (var receiver = new Receiver()) {
            URI address = URI.create("http://ada:p%40ss@127.0.0.1:" + receiver.port() + "/");
            notifier.change(List.of(webhook(address)));

            assertThat(notifier.test(Optional.empty()).getFirst().delivered()).isTrue();
            assertThat(receiver.header(0, "authorization")).isEqualTo("Basic YWRhOnBAc3M=");
            assertThat(view().target()).isEqualTo("http://127.0.0.1:" + receiver.port() + "/");
        }
    }

    @Test
    void aCommandGetsTheMessageOnItsInputAndInItsEnvironment() throws IOException {
        Path out = folder.resolve("out");
        notifier.change(
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
        crash("web");
        await("delivered", () -> view().delivered() == 1);

        assertThat(Files.readString(out))
                .startsWith("{\"id\":\"")
                .contains("\"event\":\"crash\"")
                .endsWith(" crash web 7 3 shop exit 3 after 2 s\n");
        assertThat(view().kind()).isEqualTo("command");
        assertThat(view().target()).isEqualTo("/bin/sh …");
    }

    @Test
    void aCommandThatHangsIsKilledWithAllItStarted() {
        HookSpec hook =
                hook(
                        new HookSpec.Target.Command(
                                ChildSpec.of("/bin/sh", "-c", "sleep 1000 & sleep 1000")));
        notifier.change(
                List.of(
                        new HookSpec(
                                hook.name(),
                                hook.target(),
                                hook.on(),
                                hook.processes(),
                                Duration.ofMillis(200),
                                0,
                                hook.rate())));
        crash("web");
        await("given up", () -> view().failed() == 1);

        assertThat(view().problem()).contains("not done within 200 ms; killed");
        await("nothing runs", () -> engine.children().isEmpty());
    }

    @Test
    void aCommandThatDoesNotReadHasNoMoreThanItsTime() throws Exception {
        var delivery = new CommandDelivery(engine, ChildSpec.of("/bin/sleep", "1000"));
        // More than a pipe takes, and less than a variable may have.
        Message message =
                Message.summary(
                        "web", "☃".repeat(40_000), 2, AT, new Message.Sender("shop", "here"));

        assertThat(delivery.attempt(message, Duration.ofMillis(200)).text())
                .isEqualTo("not done within 200 ms; killed");
    }

    @Test
    void aProjectThatIsRenamedSaysSo() throws Exception {
        try (var receiver = new Receiver()) {
            notifier.change(List.of(webhook(receiver.address("/"))));
            notifier.change(List.of(webhook(receiver.address("/"))), "mall");
            crash("web");
            await("delivered", () -> view().delivered() == 1);

            assertThat(receiver.message(0).text("project")).isEqualTo("mall");
        }
    }

    @Test
    void aCommandThatFailsSaysWhy() {
        notifier.change(
                List.of(
                        hook(
                                new HookSpec.Target.Command(
                                        ChildSpec.of("/bin/sh", "-c", "echo no mail; exit 4")))));

        assertThat(notifier.test(Optional.empty()).getFirst().text()).isEqualTo("exit 4: no mail");
        notifier.change(
                List.of(hook(new HookSpec.Target.Command(ChildSpec.of("/nowhere/at/all")))));
        assertThat(notifier.test(Optional.empty()).getFirst().delivered()).isFalse();
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
