package dev.foster.daemon.notify;

import static dev.foster.daemon.notify.TestNotifier.AT;
import static dev.foster.daemon.notify.TestNotifier.await;
import static dev.foster.daemon.notify.TestNotifier.webhook;
import static dev.foster.daemon.notify.TestNotifier.within;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.daemon.config.HookSpec;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.net.URI;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;

/** Receivers that fail, refuse, hang, or are not there, for real. */
@Timeout(60)
class HookTroubleTest {
    /** How long a notifier that ends waits for its hooks. */
    private static final Duration PATIENCE = Duration.ofSeconds(3);

    /** No attempt of a test ends by itself before it. */
    private static final Duration LONG = Duration.ofMinutes(1);

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
    void aServerThatFailsIsTriedAgainWithTheSameId() throws Exception {
        try (var receiver = new Receiver(500, 503, 429)) {
            shop.notifier.change(List.of(webhook(receiver.address("/"))));
            shop.crash("web");
            await("delivered", () -> shop.view().delivered() == 1);

            assertThat(receiver.requests()).hasSize(4);
            var ids = new HashSet<String>();
            for (int i = 0; i < 4; i++) {
                ids.add(receiver.message(i).text("id"));
            }
            assertThat(ids).hasSize(1);
            assertThat(shop.told).isEmpty();
        }
    }

    @Test
    void troubleIsToldOnceAndSoIsItsEnd() throws Exception {
        try (var receiver = new Receiver(500, 500, 500, 500, 500, 500, 500, 500, 500, 500, 200)) {
            shop.notifier.change(List.of(webhook(receiver.address("/secret-path"))));
            shop.crash("web");
            shop.crash("web");
            await("given up", () -> shop.view().failed() == 2);
            assertThat(shop.view().problem()).contains("status 500");
            assertThat(receiver.requests()).hasSize(10);
            shop.crash("web");
            await("delivered", () -> shop.view().delivered() == 1);

            assertThat(shop.view().problem()).isEmpty();
            await("told", () -> shop.told.size() >= 2);
            assertThat(shop.told)
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
            shop.notifier.change(List.of(webhook(receiver.address("/"))));
            shop.crash("web");
            shop.crash("web");
            await("given up", () -> shop.view().failed() == 2);

            assertThat(receiver.requests()).hasSize(2);
            assertThat(receiver.requests())
                    .allMatch(it -> it.path().isEmpty() || it.path().equals(List.of("")));
            assertThat(shop.told).singleElement().asString().contains("status 302, a redirect");
        }
    }

    @Test
    void aServerThatNeverAnswersCostsItsTimeoutOnly() throws Exception {
        try (var receiver = new Receiver(Receiver.SILENCE)) {
            HookSpec hook = webhook(receiver.address("/"));
            shop.notifier.change(List.of(within(hook, Duration.ofSeconds(2), hook.retries())));
            shop.crash("web");
            await("delivered at a later attempt", () -> shop.view().delivered() == 1);

            // A machine that stalls may be late for the second one, too.
            assertThat(receiver.requests()).hasSizeGreaterThanOrEqualTo(2);
        }
    }

    @Test
    void nobodyListensIsAReasonLikeAnyOther() throws Exception {
        URI nobody;
        try (var receiver = new Receiver()) {
            nobody = receiver.address("/");
        }
        shop.notifier.change(List.of(webhook(nobody)));
        shop.crash("web");
        await("given up", () -> shop.view().failed() == 1);

        assertThat(shop.told).singleElement().asString().contains("nobody listens there");
    }

    @Test
    void whatDoesNotFitIsDroppedAndCountedAndTold() throws Exception {
        try (var receiver = new Receiver(Receiver.SILENCE)) {
            HookSpec hook = webhook(receiver.address("/"));
            shop.notifier.change(List.of(within(hook, LONG, hook.retries())));
            shop.crash("first");
            await("under way", () -> receiver.requests().size() == 1);
            for (int i = 0; i < Hook.MOST_WAITING + 10; i++) {
                shop.crash("process-" + i);
            }

            assertThat(shop.view().queued()).isEqualTo(Hook.MOST_WAITING);
            assertThat(shop.view().dropped()).isEqualTo(10);
            assertThat(shop.told)
                    .singleElement()
                    .asString()
                    .startsWith("notify-dropped: cannot keep more than 256 messages for ops");
        }
    }

    @Test
    void theEndWaitsForWhatIsUnderWayButNotForever() throws Exception {
        try (var receiver = new Receiver(500, 500, 500, 500, 500)) {
            shop.notifier.change(List.of(webhook(receiver.address("/"))));
            shop.crash("web");
            shop.crash("db");
            long begun = System.nanoTime();
            shop.notifier.close();
            boolean inTime = System.nanoTime() - begun < PATIENCE.toNanos();

            // Only one that ran out of patience may leave some untried.
            assertThat(shop.view().delivered() + shop.view().failed())
                    .isBetween(inTime ? 2L : 0L, 2L);
        }
        try (var silent = new Receiver(Receiver.SILENCE)) {
            var other =
                    new Notifier(shop.engine, "shop", "1", (kind, _) -> shop.told.add(kind.word()));
            HookSpec hook = webhook(silent.address("/"));
            other.change(List.of(within(hook, LONG, hook.retries())));
            other.tell(Happenings.gaveUp("web"), AT);
            other.tell(Happenings.gaveUp("db"), AT);
            await("under way", () -> silent.requests().size() == 1);
            other.close();

            assertThat(shop.told).contains("notify-dropped");
        }
    }
}
