package dev.foster.supervise.spec;

import static dev.foster.supervise.spec.StackCheckTest.group;
import static dev.foster.supervise.spec.StackCheckTest.process;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Who waits for whom. */
class OrderTest {

    private static Order order(List<ProcessSpec> processes, GroupSpec... groups) {
        return new Order(new StackSpec(processes, List.of(groups)));
    }

    private static final List<ProcessSpec> THREE =
            List.of(process("a"), process("b"), process("c"));

    @Test
    void aDependencyIsWaitedForAsItIsWritten() {
        var on = new LinkedHashMap<String, Condition>();
        on.put("b", Condition.COMPLETED_SUCCESSFULLY);
        on.put("a", Condition.STARTED);
        Order order = order(List.of(process("a"), process("b"), process("c").dependsOn(on)));
        assertThat(order.waitsFor("c"))
                .containsExactly(
                        Map.entry("b", Condition.COMPLETED_SUCCESSFULLY),
                        Map.entry("a", Condition.STARTED));
        assertThat(order.waitsFor("a")).isEmpty();
        assertThat(order.waitsFor("nobody")).isEmpty();
        assertThat(order.neededBy("a")).containsExactly("c");
    }

    @Test
    void aGroupStandsForAllItsMembersHoweverDeep() {
        Order order =
                order(
                        List.of(process("a"), process("b"), process("c"), process("d", "outer")),
                        group("inner", Strategy.ONE_FOR_ONE, "a", "b"),
                        group("outer", Strategy.ONE_FOR_ONE, "inner", "c"));
        assertThat(order.leaves("outer")).containsExactly("a", "b", "c");
        assertThat(order.waitsFor("d").keySet()).containsExactly("a", "b", "c");
    }

    @Test
    void whatIsSaidOfAProcessOutweighsWhatIsSaidOfItsGroup() {
        for (boolean groupFirst : new boolean[] {true, false}) {
            var on = new LinkedHashMap<String, Condition>();
            if (groupFirst) {
                on.put("g", Condition.READY);
            }
            on.put("a", Condition.STARTED);
            on.put("g", Condition.READY);
            Order order =
                    order(
                            List.of(process("a"), process("b"), process("c").dependsOn(on)),
                            group("g", Strategy.ONE_FOR_ONE, "a", "b"));
            assertThat(order.waitsFor("c"))
                    .isEqualTo(Map.of("a", Condition.STARTED, "b", Condition.READY));
        }
    }

    @Test
    void ofTwoGroupsTheStricterWordCounts() {
        var on = new LinkedHashMap<String, Condition>();
        on.put("inner", Condition.READY);
        on.put("outer", Condition.STARTED);
        Order order =
                order(
                        List.of(process("a"), process("b"), process("c").dependsOn(on)),
                        group("inner", Strategy.ONE_FOR_ONE, "a"),
                        group("outer", Strategy.ONE_FOR_ONE, "inner", "b"));
        assertThat(order.waitsFor("c"))
                .isEqualTo(Map.of("a", Condition.READY, "b", Condition.STARTED));
    }

    @Test
    void membersThatShareNoFateDoNotWaitForEachOther() {
        Order order = order(THREE, group("g", Strategy.ONE_FOR_ONE, "a", "b", "c"));
        assertThat(order.waitsFor("c")).isEmpty();
    }

    @Test
    void membersThatShareTheirFateWaitForTheOneBefore() {
        Order order = order(THREE, group("g", Strategy.REST_FOR_ONE, "c", "a", "b"));
        assertThat(order.waitsFor("c")).isEmpty();
        assertThat(order.waitsFor("a")).isEqualTo(Map.of("c", Condition.READY));
        assertThat(order.waitsFor("b")).isEqualTo(Map.of("a", Condition.READY));
        assertThat(order.before("b")).containsExactly("a");
    }

    @Test
    void allOfAGroupWaitForAllOfTheGroupBefore() {
        Order order =
                order(
                        List.of(process("a"), process("b"), process("c"), process("d")),
                        group("one", Strategy.ONE_FOR_ONE, "a", "b"),
                        group("two", Strategy.ONE_FOR_ONE, "c", "d"),
                        group("all", Strategy.ONE_FOR_ALL, "one", "two"));
        assertThat(order.waitsFor("c").keySet()).containsExactly("a", "b");
        assertThat(order.waitsFor("d").keySet()).containsExactly("a", "b");
    }

    @Test
    void aGroupWithoutMembersDoesNotBreakTheOrder() {
        Order order =
                order(
                        List.of(process("a"), process("b")),
                        group("empty", Strategy.ONE_FOR_ONE),
                        group("all", Strategy.ONE_FOR_ALL, "a", "empty", "b"));
        assertThat(order.waitsFor("b")).isEqualTo(Map.of("a", Condition.READY));
    }

    @Test
    void whatIsWrittenOutweighsTheOrderOfTheGroup() {
        ProcessSpec later = process("b").dependsOn(Map.of("a", Condition.STARTED));
        Order order =
                order(List.of(process("a"), later), group("g", Strategy.ONE_FOR_ALL, "a", "b"));
        assertThat(order.waitsFor("b")).isEqualTo(Map.of("a", Condition.STARTED));
    }
}
