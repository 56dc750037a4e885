package dev.foster.process.internal.linux;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.process.EngineFault;
import dev.foster.process.internal.Callbacks;
import dev.foster.process.internal.EngineFaults;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

/** The reactor's thread survives whatever is thrown on it, and tells. */
@EnabledOnOs(OS.LINUX)
class ReactorTest {
    private final Queue<EngineFault> told = new ConcurrentLinkedQueue<>();
    private final Callbacks callbacks = new Callbacks(Runnable::run);
    private final EngineFaults faults = new EngineFaults(told::add, callbacks);
    private final Reactor reactor = new Reactor(faults, callbacks);

    @BeforeEach
    void start() {
        reactor.start();
    }

    @AfterEach
    void end() {
        reactor.end();
        assertThat(reactor.pulse().alive()).isFalse();
    }

    private void assertItTurns() throws Exception {
        var turned = new CompletableFuture<Boolean>();
        reactor.execute(
                () -> reactor.at(System.nanoTime(), () -> turned.complete(reactor.inside())));
        assertThat(turned.get(15, TimeUnit.SECONDS)).isTrue();
        assertThat(reactor.pulse().alive()).isTrue();
    }

    private static void thrown(Error error) {
        throw error;
    }

    @Test
    void anErrorInATaskEndsNothing() throws Exception {
        reactor.execute(() -> thrown(new OutOfMemoryError("says the test")));

        assertItTurns();
        assertThat(told)
                .singleElement()
                .satisfies(fault -> assertThat(fault.cause()).isInstanceOf(OutOfMemoryError.class));
    }

    @Test
    void anErrorInATimerEndsNothing() throws Exception {
        reactor.execute(
                () -> reactor.at(System.nanoTime(), () -> thrown(new StackOverflowError())));

        assertItTurns();
        assertThat(told).hasSize(1);
    }

    @Test
    void anErrorAtTheEndOfATurnKeepsNobodyElseFromIt() throws Exception {
        var other = new CompletableFuture<Boolean>();
        reactor.execute(
                () -> {
                    reactor.afterTurn(() -> thrown(new AssertionError("says the test")));
                    reactor.afterTurn(() -> other.complete(true));
                });

        assertThat(other.get(15, TimeUnit.SECONDS)).isTrue();
        assertItTurns();
    }

    @Test
    void manyFaultsAreCountedAndNotAllTold() throws Exception {
        for (int i = 0; i < 1_000; i++) {
            reactor.execute(() -> thrown(new LinkageError("says the test")));
        }

        assertItTurns();
        assertThat(faults.count()).isEqualTo(1_000);
        assertThat(told.size()).isLessThan(100);
    }

    @Test
    void aListenerOfFaultsThatThrowsEndsNothing() throws Exception {
        var unkind =
                new Reactor(
                        new EngineFaults(_ -> thrown(new OutOfMemoryError("again")), callbacks),
                        callbacks);
        unkind.start();
        unkind.execute(() -> thrown(new OutOfMemoryError("says the test")));
        var turned = new CompletableFuture<Boolean>();
        unkind.execute(() -> turned.complete(true));

        assertThat(turned.get(15, TimeUnit.SECONDS)).isTrue();
        unkind.end();
    }
}
