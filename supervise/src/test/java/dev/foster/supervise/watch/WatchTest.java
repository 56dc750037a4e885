package dev.foster.supervise.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.process.Child;
import dev.foster.process.ResourceLimits;
import dev.foster.supervise.rules.Event;
import dev.foster.supervise.spec.LimitRule;
import dev.foster.supervise.spec.LimitRule.Then;
import dev.foster.testkit.Eventually;
import dev.foster.testkit.Leaks;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;

/** The thread that watches: when it is there, and what it says. */
class WatchTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final ResourceLimits NONE = ResourceLimits.none();
    private static final LimitRule RULE = LimitRule.defaults();

    private final Leaks leaks = Leaks.snapshot();
    private final List<FakeMeter> meters = new CopyOnWriteArrayList<>();
    private final FakeMeter trees = new FakeMeter();
    private final List<String> measured = new CopyOnWriteArrayList<>();
    private final List<Event> offences = new CopyOnWriteArrayList<>();

    private Watch watch(boolean all) {
        return new Watch(
                this::meter, all, (name, run, _) -> measured.add(name + run), offences::add);
    }

    private FakeMeter meter() {
        var meter = new FakeMeter();
        meter.trees.putAll(trees.trees);
        meters.add(meter);
        return meter;
    }

    @AfterEach
    void nothingIsLeft() {
        leaks.assertNothingLeft();
        assertThat(meters).allMatch(meter -> meter.closed);
    }

    private static void await(String what, BooleanSupplier condition) {
        Eventually.until(LIMIT, what, condition);
    }

    @Test
    void whoSetsNoLimitsAndWantsNoFiguresPaysNothing() {
        try (Watch watch = watch(false)) {
            watch.begin("web", 1, FakeMeter.child(NONE), RULE);
            watch.end("web", 1);
            assertThat(watch.proportionalBytes("web", 1).join()).isEmpty();
        }
        assertThat(meters).isEmpty();
    }

    @Test
    void aRunOverItsLimitIsToldUntilItEnds() {
        Child child = FakeMeter.child(NONE.threads(4));
        trees.tree(child).threads = 5;
        try (Watch watch = watch(false)) {
            watch.begin("web", 7, child, RULE);
            await("an offence", () -> !offences.isEmpty());
            watch.end("web", 7);
            await("the end of the watching", () -> meters.getFirst().closed);
        }
        assertThat(offences.getFirst())
                .isEqualTo(
                        new Event.OverLimit(
                                "web", 7, "threads", "threads 5 over 4 for 2 checks", Then.KILL));
        assertThat(trees.tree(child).closed).isTrue();
    }

    @Test
    void whatHasLimitsIsLookedAtTwiceAsOftenAndAllElseOnceASecond() {
        try (Watch watch = watch(true)) {
            watch.begin("limited", 1, FakeMeter.child(NONE.threads(9)), RULE);
            watch.begin("free", 2, FakeMeter.child(NONE), RULE);
            await("two passes", () -> meters.getFirst().passes.get() >= 2);
            assertThat(meters.getFirst().closePasses.get()).isPositive();
        }
        long limited = measured.stream().filter("limited1"::equals).count();
        long free = measured.stream().filter("free2"::equals).count();
        assertThat(limited).isGreaterThan(free);
        assertThat(offences).isEmpty();
    }

    @Test
    void withoutLimitsThereAreNoPassesInBetween() {
        try (Watch watch = watch(true)) {
            watch.begin("free", 1, FakeMeter.child(NONE), RULE);
            await("two passes", () -> meters.getFirst().passes.get() >= 2);
            assertThat(meters.getFirst().closePasses).hasValue(0);
        }
    }

    @Test
    void theThreadEndsWithTheLastRunAndAnotherBeginsWithTheNext() {
        try (Watch watch = watch(true)) {
            watch.begin("web", 1, FakeMeter.child(NONE), RULE);
            watch.end("web", 1);
            await("the end of the watching", () -> meters.getFirst().closed);
            watch.begin("web", 2, FakeMeter.child(NONE), RULE);
            await("a measure", () -> measured.contains("web2"));
        }
        assertThat(meters).hasSize(2);
        assertThat(measured).doesNotContain("web1");
    }

    @Test
    void aListenerThatFailsHarmsNobodyElse() {
        try (var watch =
                new Watch(
                        this::meter,
                        true,
                        (name, run, _) -> {
                            if (name.equals("bad")) {
                                throw new IllegalStateException("a listener's fault");
                            }
                            measured.add(name + run);
                        },
                        offences::add)) {
            watch.begin("bad", 1, FakeMeter.child(NONE), RULE);
            watch.begin("good", 2, FakeMeter.child(NONE), RULE);
            await("two measures", () -> measured.size() >= 2);
        }
    }

    @Test
    void whatARunReallyHoldsIsAskedOfTheThreadThatMeasures() {
        Child child = FakeMeter.child(NONE);
        trees.tree(child).resident = 1000;
        try (Watch watch = watch(true)) {
            watch.begin("web", 1, child, RULE);
            assertThat(watch.proportionalBytes("web", 1).join()).hasValue(500);
            assertThat(watch.proportionalBytes("web", 2).join()).isEmpty();
        }
    }

    @Test
    void nothingBeginsAfterTheEnd() {
        Watch watch = watch(true);
        watch.close();
        watch.begin("web", 1, FakeMeter.child(NONE), RULE);
        assertThat(meters).isEmpty();
    }
}
