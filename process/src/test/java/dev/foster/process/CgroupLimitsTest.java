package dev.foster.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.process.EngineFacts.Ability;
import dev.foster.process.EngineFacts.Enforcement;
import dev.foster.process.EngineOptions.Kind;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

import java.util.List;
import java.util.stream.Stream;

/**
 * Limits that the kernel holds. Where this machine has no cgroup v2 to do it with, the engine must
 * say so, and refuse what needs one.
 */
@EnabledOnOs(OS.LINUX)
class CgroupLimitsTest {

    @TestFactory
    Stream<DynamicTest> whatTheKernelHolds() {
        try (ProcessEngine engine =
                ProcessEngine.start(EngineOptions.defaults().kind(Kind.LINUX))) {
            EngineFacts facts = engine.facts();
            boolean held =
                    List.of(Ability.HOLDS_MEMORY, Ability.HOLDS_CPU, Ability.HOLDS_PROCESSES)
                            .stream()
                            .allMatch(facts::can);
            return held
                    ? CgroupScenes.all().entrySet().stream()
                            .map(
                                    each ->
                                            DynamicTest.dynamicTest(
                                                    each.getKey(),
                                                    () -> CgroupScenes.play(each.getValue())))
                    : Stream.of(
                            DynamicTest.dynamicTest(
                                    "limits that are not held are said to be watched",
                                    () -> saysThatTheyAreWatched(facts)));
        }
    }

    private static void saysThatTheyAreWatched(EngineFacts facts) {
        assertThat(facts.enforcement())
                .filteredOn(it -> it.what().equals("limits") && !it.held())
                .extracting(Enforcement::how)
                .allMatch(how -> how.matches(".+ limits are watched only: .+"))
                .isNotEmpty();
    }

    @Test
    void throttlingIsRefusedWhereNothingCanThrottle() {
        try (ProcessEngine engine =
                ProcessEngine.start(EngineOptions.defaults().kind(Kind.LINUX))) {
            ChildSpec spec =
                    ChildSpec.of("true")
                            .confinement(
                                    new Confinement(
                                            ResourceLimits.none().cpuPercent(50).throttle(true),
                                            Isolation.none()));
            if (engine.facts().can(Ability.HOLDS_CPU)) {
                assertThat(engine.spawn(spec).exit().join().clean()).isTrue();
            } else {
                assertThat(Refusals.problem(engine, spec).message())
                        .matches("cannot throttle true: .*cgroup.*; .+");
            }
        }
    }
}
