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

class ScreenDispatcherTest {
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final Leaks before = Leaks.snapshot();
    private final List<Object> told = new CopyOnWriteArrayList<>();
    private final AtomicInteger looks = new AtomicInteger();
    private final ScreenDispatcher dispatcher =
            new ScreenDispatcher(
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
        dispatcher.close();
        before.assertNothingLeft();
    }

    @Test
    void everythingIsToldInItsOrder() {
        var ready = new CountDownLatch(1);
        // It begins when all of it is there: no silence may come between the parts of a key.
        dispatcher.add(() -> awaitQuietly(ready));
        dispatcher.read(new byte[] {'a', 0x1b});
        dispatcher.read(new byte[] {'[', 'A'});
        dispatcher.resized(new Size(3, 4));
        dispatcher.gone();
        dispatcher.gone();
        dispatcher.read(new byte[] {'z'});
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
        dispatcher.read(new byte[] {0x1b});

        awaitTold(new Input.Press(Key.ESCAPE));
    }

    @Test
    void itLooksAboutOnceASecondWhetherAnybodyIsThere() {
        Eventually.until(LIMIT, "it has looked", () -> looks.get() > 0);

        assertThat(dispatcher.parentIsGone()).isFalse();
    }

    private void awaitTold(Object... expected) {
        Eventually.until(LIMIT, "it is told", () -> told.size() >= expected.length);
        assertThat(told).containsExactly(expected);
    }
}
