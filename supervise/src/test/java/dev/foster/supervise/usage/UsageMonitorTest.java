package dev.foster.supervise.usage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.process.Child;
import dev.foster.process.Excess;
import dev.foster.process.ResourceLimits;
import dev.foster.supervise.report.Watcher;
import dev.foster.supervise.rules.TreeInput;
import dev.foster.supervise.spec.LimitRule;
import dev.foster.supervise.spec.LimitRule.Then;
import dev.foster.testkit.Eventually;
import dev.foster.testkit.Leaks;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/** The thread that watches: when it is there, and what it says. */
class UsageMonitorTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final ResourceLimits NONE = ResourceLimits.none();
    private static final LimitRule RULE = LimitRule.defaults();

    private final Leaks leaks = Leaks.snapshot();
    private final List<FakeMeter> meters = new CopyOnWriteArrayList<>();
    private final FakeMeter trees = new FakeMeter();
    private final List<String> measured = new CopyOnWriteArrayList<>();
    private final List<TreeInput> news = new CopyOnWriteArrayList<>();
    private final List<String> faults = new CopyOnWriteArrayList<>();
    private final Watcher watcher =
            new Watcher() {
                @Override
                public void faulted(String doing, Throwable fault) {
                    faults.add(doing + ": " + fault.getMessage());
                }
            };
    private final UsageMonitor.News told =
            new UsageMonitor.News() {
                @Override
                public void over(String name, long run, Excess excess, Then then) {
                    news.add(new TreeInput.OverLimit(name, run, excess, then));
                }

                @Override
                public void refused(String name, long run, String why) {
                    news.add(new TreeInput.Refused(name, run, why));
                }
            };

    private volatile Runnable trouble = () -> {};

    private UsageMonitor watch(boolean all) {
        return new UsageMonitor(
                this::meter, all, (name, run, _) -> measured.add(name + run), watcher, told);
    }

    private FakeMeter meter() {
        var meter = new FakeMeter();
        meter.trees.putAll(trees.trees);
        meter.trouble = trouble;
        meter.unwatchable = trees.unwatchable;
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
        try (UsageMonitor watch = watch(false)) {
            watch.begin("web", 1, FakeMeter.child(), NONE, RULE);
            watch.end("web", 1);
            assertThat(watch.proportionalBytes("web", 1).join()).isEmpty();
        }
        assertThat(meters).isEmpty();
    }

    @Test
    void aRunOverItsLimitIsToldUntilItEnds() {
        Child child = FakeMeter.child();
        trees.tree(child).threads = 5;
        try (UsageMonitor watch = watch(false)) {
            watch.begin("web", 7, child, NONE.threads(4), RULE);
            await("an offence", () -> !news.isEmpty());
            watch.end("web", 7);
            await("the end of the watching", () -> meters.getFirst().closed);
        }
        var excess =
                new Excess(
                        Excess.Resource.THREADS,
                        OptionalDouble.of(5),
                        4,
                        new Excess.Lasted.Checks(2));
        assertThat(news.getFirst()).isEqualTo(new TreeInput.OverLimit("web", 7, excess, Then.KILL));
        assertThat(excess.describe()).isEqualTo("threads 5 over 4 for 2 checks");
        assertThat(trees.tree(child).closed).isTrue();
    }

    @Test
    void whatHasLimitsIsLookedAtTwiceAsOftenAndAllElseOnceASecond() {
        try (UsageMonitor watch = watch(true)) {
            watch.begin("limited", 1, FakeMeter.child(), NONE.threads(9), RULE);
            watch.begin("free", 2, FakeMeter.child(), NONE, RULE);
            await("two passes", () -> meters.getFirst().passes.get() >= 2);
            await("one in between", () -> meters.getFirst().closePasses.get() > 0);
        }
        long limited = measured.stream().filter("limited1"::equals).count();
        long free = measured.stream().filter("free2"::equals).count();
        assertThat(limited).isGreaterThan(free);
        assertThat(news).isEmpty();
    }

    @Test
    void aPassThatLeavesARunOutTellsNothingOfIt() {
        Child child = FakeMeter.child();
        trees.tree(child).quiet = true;
        try (UsageMonitor watch = watch(true)) {
            watch.begin("quiet", 1, child, NONE, RULE);
            watch.begin("busy", 2, FakeMeter.child(), NONE, RULE);
            await("three passes", () -> meters.getFirst().passes.get() >= 3);
        }
        assertThat(measured).containsOnlyOnce("quiet1").contains("busy2");
    }

    @Test
    void withoutLimitsThereAreNoPassesInBetween() {
        try (UsageMonitor watch = watch(true)) {
            watch.begin("free", 1, FakeMeter.child(), NONE, RULE);
            await("two passes", () -> meters.getFirst().passes.get() >= 2);
            assertThat(meters.getFirst().closePasses).hasValue(0);
        }
    }

    @Test
    void theThreadEndsWithTheLastRunAndAnotherBeginsWithTheNext() {
        try (UsageMonitor watch = watch(true)) {
            watch.begin("web", 1, FakeMeter.child(), NONE, RULE);
            watch.end("web", 1);
            await("the end of the watching", () -> meters.getFirst().closed);
            watch.begin("web", 2, FakeMeter.child(), NONE, RULE);
            await("a measure", () -> measured.contains("web2"));
        }
        assertThat(meters).hasSize(2);
    }

    @Test
    void aListenerThatFailsHarmsNobodyElse() {
        try (var watch =
                new UsageMonitor(
                        this::meter,
                        true,
                        (name, run, _) -> {
                            if (name.equals("bad")) {
                                throw new IllegalStateException("a listener's fault");
                            }
                            measured.add(name + run);
                        },
                        watcher,
                        told)) {
            watch.begin("bad", 1, FakeMeter.child(), NONE, RULE);
            watch.begin("good", 2, FakeMeter.child(), NONE, RULE);
            await("two measures", () -> measured.size() >= 2);
        }
    }

    @Test
    void whatARunReallyHoldsIsAskedOfTheThreadThatMeasures() {
        Child child = FakeMeter.child();
        trees.tree(child).resident = 1000;
        try (UsageMonitor watch = watch(true)) {
            watch.begin("web", 1, child, NONE, RULE);
            assertThat(watch.proportionalBytes("web", 1).join()).hasValue(500);
            assertThat(watch.proportionalBytes("web", 2).join()).isEmpty();
        }
    }

    @Test
    void whoAsksIsAnsweredAlthoughEachPassTakesLongerThanItMay() {
        Child child = FakeMeter.child();
        trees.tree(child).resident = 1000;
        trouble = UsageMonitorTest::takeTooLong;
        try (UsageMonitor watch = watch(true)) {
            watch.begin("web", 1, child, NONE, RULE);
            await("a slow pass", () -> !measured.isEmpty());
            var answer = watch.proportionalBytes("web", 1);
            await("an answer", answer::isDone);
            assertThat(answer.join()).hasValue(500);
        }
    }

    /** A second and a half, unless it is interrupted. */
    private static void takeTooLong() {
        try {
            var _ = new CountDownLatch(1).await(1500, TimeUnit.MILLISECONDS);
        } catch (InterruptedException end) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void aFaultInAPassIsNotTheEndOfTheWatching() {
        var first = new AtomicBoolean(true);
        trouble =
                () -> {
                    if (first.getAndSet(false)) {
                        throw new IllegalStateException("a meter's fault");
                    }
                };
        try (UsageMonitor watch = watch(true)) {
            watch.begin("web", 1, FakeMeter.child(), NONE, RULE);
            await("a measure", () -> !measured.isEmpty());
        }
        assertThat(first).isFalse();
        assertThat(meters).hasSize(1);
    }

    @Test
    void anErrorInAPassIsToldAndTheLimitsHoldAllTheSame() {
        var shortages = new AtomicInteger(2);
        trouble =
                () -> {
                    if (shortages.getAndDecrement() > 0) {
                        throw new OutOfMemoryError("a test's");
                    }
                };
        Child child = FakeMeter.child();
        trees.tree(child).threads = 5;
        try (UsageMonitor watch = watch(false)) {
            watch.begin("web", 1, child, NONE.threads(4), RULE);
            await("an offence", () -> !news.isEmpty());
        }
        assertThat(faults).contains("measure: a test's");
        assertThat(meters).hasSize(1);
    }

    @Test
    void aRunThatCannotBeMeasuredLaterOnIsRefusedWhereItMustBeHeldToALimit() {
        trees.unwatchable = true;
        try (UsageMonitor watch = watch(true)) {
            assertThat(watch.begin("free", 1, FakeMeter.child(), NONE, RULE)).isEmpty();
            assertThat(watch.begin("held", 2, FakeMeter.child(), NONE.threads(9), RULE)).isEmpty();
            await("two faults", () -> faults.size() == 2);
        }
        assertThat(news)
                .singleElement()
                .isInstanceOfSatisfying(
                        TreeInput.Refused.class,
                        refused -> {
                            assertThat(refused.name()).isEqualTo("held");
                            assertThat(refused.why()).contains("it cannot be measured");
                        });
    }

    @Test
    void whatCannotBeMeasuredIsRefusedOnlyWhereItMustBeHeldToALimit() {
        var broken = new AtomicBoolean(true);
        try (var watch =
                new UsageMonitor(
                        () -> {
                            if (broken.get()) {
                                throw new IllegalStateException("no meter");
                            }
                            return meter();
                        },
                        true,
                        (name, run, _) -> measured.add(name + run),
                        watcher,
                        told)) {
            Child child = FakeMeter.child();
            var report = new LimitRule(1, Then.REPORT);
            assertThat(watch.begin("free", 1, child, NONE, RULE)).isEmpty();
            assertThat(watch.begin("told", 2, child, NONE.threads(9), report)).isEmpty();
            assertThat(watch.begin("held", 3, child, NONE.threads(9), RULE).orElseThrow())
                    .startsWith("cannot hold it to its limits: ")
                    .contains("no meter");
            broken.set(false);
            assertThat(watch.begin("next", 4, child, NONE.threads(9), RULE)).isEmpty();
            await("a measure", () -> measured.contains("next4"));
        }
    }

    @Test
    void nothingBeginsAfterTheEnd() {
        UsageMonitor watch = watch(true);
        watch.close();
        watch.begin("web", 1, FakeMeter.child(), NONE, RULE);
        assertThat(meters).isEmpty();
    }
}
