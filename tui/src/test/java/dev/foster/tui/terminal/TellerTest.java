package dev.foster.tui.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.testkit.Eventually;
import dev.foster.testkit.Leaks;
import dev.foster.tui.frame.Size;
import dev.foster.tui.keys.Input;
import dev.foster.tui.keys.Key;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

class TellerTest {
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final Leaks before = Leaks.snapshot();
    private final List<Object> told = new CopyOnWriteArrayList<>();
    private final AtomicInteger looks = new AtomicInteger();
    private final Teller teller =
            new Teller(
                    new Screen.Listener() {
                        @Override
                        public void typed(Input input) {
                            told.add(input);
                        }

                        @Override
                        public void resized(Size size) {
                            told.add(size);
                        }

                        @Override
                        public void gone() {
                            told.add("gone");
                        }
                    },
                    looks::incrementAndGet);

    @AfterEach
    void end() {
        teller.close();
        before.assertNothingLeft();
    }

    @Test
    void everythingIsToldInItsOrder() {
        var ready = new CountDownLatch(1);
        // It begins when all of it is there: no silence may come between the parts of a key.
        teller.add(() -> awaitQuietly(ready));
        teller.read(new byte[] {'a', 0x1b});
        teller.read(new byte[] {'[', 'A'});
        teller.resized(new Size(3, 4));
        teller.gone();
        teller.gone();
        teller.read(new byte[] {'z'});
        ready.countDown();

        awaitTold(
                new Input.Press(Key.of("a")),
                new Input.Press(Key.UP),
                new Size(3, 4),
                "gone",
                new Input.Press(Key.of("z")));
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException end) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void escIsToldAfterSomeSilence() {
        teller.read(new byte[] {0x1b});

        awaitTold(new Input.Press(Key.ESCAPE));
    }

    @Test
    void itLooksAboutOnceASecondWhetherAnybodyIsThere() {
        Eventually.until(LIMIT, "it has looked", () -> looks.get() > 0);

        assertThat(teller.parentIsGone()).isFalse();
    }

    private void awaitTold(Object... expected) {
        Eventually.until(LIMIT, "it is told", () -> told.size() >= expected.length);
        assertThat(told).containsExactly(expected);
    }
}
