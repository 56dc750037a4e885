package dev.foster.supervise.spec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.process.ChildSpec;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;

/** What is wrong with a stack, in words. */
class StackCheckTest {

    static ProcessSpec process(String name, String... dependsOn) {
        var on = new LinkedHashMap<String, Condition>();
        Arrays.stream(dependsOn).forEach(other -> on.put(other, Condition.READY));
        return ProcessSpec.of(name, ChildSpec.of("/bin/" + name)).dependsOn(on);
    }

    static GroupSpec group(String name, Strategy strategy, String... members) {
        return new GroupSpec(name, strategy, Optional.empty(), List.of(members));
    }

    private static GroupSpec group(String name, String... members) {
        return group(name, Strategy.ONE_FOR_ONE, members);
    }

    private static List<String> messages(List<ProcessSpec> processes, GroupSpec... groups) {
        return new StackSpec(processes, List.of(groups))
                .problems().stream().map(SpecProblem::message).toList();
    }

    private static String cycle(String path) {
        return "cannot order "
                + path
                + ": each waits for the next, so none can start; remove one of these dependencies";
    }

    @Test
    void aSoundStackHasNoProblems() {
        assertThat(
                        messages(
                                List.of(process("a"), process("b", "a"), process("c", "inner")),
                                group("inner", Strategy.ONE_FOR_ALL, "a", "b"),
                                group("outer", Strategy.REST_FOR_ONE, "inner", "c")))
                .isEmpty();
        assertThat(messages(List.of())).isEmpty();
    }

    @Test
    void aDependencyOnNobodyIsNamed() {
        assertThat(messages(List.of(process("web", "databse"))))
                .containsExactly(
                        "cannot tie web to databse: there is no process or group of that name; mend"
                                + " the name or add it");
    }

    @Test
    void aMemberThatIsNobodyIsNamed() {
        assertThat(messages(List.of(process("a")), group("g", "a", "b")))
                .containsExactly(
                        "cannot tie g to b: there is no process or group of that name; mend the"
                                + " name or add it");
    }

    @Test
    void allProblemsAreToldAtOnce() {
        assertThat(
                        new StackSpec(
                                        List.of(process("a", "x"), process("a", "y")),
                                        List.of(group("g", "z")))
                                .problems())
                .containsExactly(
                        new SpecProblem.NameTaken("a"),
                        new SpecProblem.UnknownName("a", "x"),
                        new SpecProblem.UnknownName("a", "y"),
                        new SpecProblem.UnknownName("g", "z"));
    }

    @Test
    void oneNameForTwoIsRefusedAlsoForAProcessAndAGroup() {
        String message =
                "cannot use the name a twice: a process or group already has it; rename one";
        assertThat(messages(List.of(process("a"), process("a")))).containsExactly(message);
        assertThat(messages(List.of(process("a"), process("b")), group("a", "b")))
                .containsExactly(message);
        assertThat(messages(List.of(), group("a"), group("a"))).containsExactly(message);
    }

    @Test
    void aMemberHasOneGroup() {
        assertThat(messages(List.of(process("a")), group("g", "a"), group("h", "a")))
                .containsExactly(
                        "cannot put a into both g and h: a member has one group; remove it from"
                                + " one");
    }

    @Test
    void aMemberStandsOnceInItsGroup() {
        assertThat(messages(List.of(process("a")), group("g", "a", "a")))
                .containsExactly("cannot put a into g twice: once is enough; remove one");
    }

    @Test
    void aProcessCannotWaitForItself() {
        assertThat(messages(List.of(process("a", "a")))).containsExactly(cycle("a -> a"));
    }

    @Test
    void aCycleIsPrintedFromItsFirstNameBackToIt() {
        assertThat(messages(List.of(process("a", "b"), process("b", "c"), process("c", "a"))))
                .containsExactly(cycle("a -> b -> c -> a"));
    }

    @Test
    void whatOnlyLeadsIntoTheCycleIsNotPrinted() {
        assertThat(messages(List.of(process("a", "b"), process("b", "c"), process("c", "b"))))
                .containsExactly(cycle("b -> c -> b"));
    }

    @Test
    void aProcessCannotWaitForTheGroupItIsIn() {
        assertThat(messages(List.of(process("a", "g"), process("b")), group("g", "a", "b")))
                .containsExactly(cycle("a -> a"));
    }

    @Test
    void aCycleMayGoThroughAGroup() {
        assertThat(
                        messages(
                                List.of(process("web", "g"), process("a"), process("b", "web")),
                                group("g", "a", "b")))
                .containsExactly(cycle("web -> b -> web"));
    }

    @Test
    void aMemberCannotWaitForALaterOneOfAGroupThatStartsInOrder() {
        List<ProcessSpec> processes = List.of(process("a", "b"), process("b"));
        assertThat(messages(processes, group("g", Strategy.REST_FOR_ONE, "a", "b")))
                .containsExactly(cycle("a -> b -> a"));
        assertThat(messages(processes, group("g", Strategy.ONE_FOR_ONE, "a", "b"))).isEmpty();
    }

    @Test
    void groupsCannotContainEachOther() {
        assertThat(messages(List.of(), group("c", "a"), group("a", "b"), group("b", "c")))
                .containsExactly(cycle("a -> b -> c -> a"));
        assertThat(messages(List.of(), group("g", "g"))).containsExactly(cycle("g -> g"));
    }

    @Test
    void eachCycleOfGroupsIsToldOnceWithoutWhatHangsOnIt() {
        assertThat(
                        messages(
                                List.of(process("x")),
                                group("b", "a", "deep"),
                                group("a", "b"),
                                group("deep", "x"),
                                group("d", "c"),
                                group("c", "d")))
                .containsExactly(cycle("a -> b -> a"), cycle("c -> d -> c"));
    }

    @Test
    void aChainOfAHundredThousandIsCheckedWithoutTrouble() {
        var processes = new ArrayList<ProcessSpec>();
        var groups = new ArrayList<GroupSpec>();
        int last = 99_999;
        for (int i = 0; i <= last; i++) {
            processes.add(i == 0 ? process("p0") : process("p" + i, "p" + (i - 1)));
        }
        for (int i = 0; i <= 20_000; i++) {
            groups.add(group("g" + i, Strategy.ONE_FOR_ALL, i == 0 ? "p0" : "g" + (i - 1)));
        }
        processes.add(process("after", "g20000"));
        assertThat(new StackSpec(processes, groups).problems()).isEmpty();

        processes.removeLast();
        processes.set(0, process("p0", "p" + last));
        assertThat(new StackSpec(processes, List.of()).problems())
                .singleElement()
                .isInstanceOfSatisfying(
                        SpecProblem.Cycle.class,
                        cycle -> assertThat(cycle.names()).hasSize(last + 2));
    }

    @Test
    void everyProblemSaysWhatCannotBeWhyAndWhatToDo() {
        List<SpecProblem> all =
                List.of(
                        new SpecProblem.NameTaken("a"),
                        new SpecProblem.UnknownName("a", "b"),
                        new SpecProblem.InTwoGroups("a", "g", "h"),
                        new SpecProblem.InTwoGroups("a", "g", "g"),
                        new SpecProblem.Cycle(List.of("a", "b", "a")));
        assertThat(all).allSatisfy(one -> RefusalsTest.grammar(one.message()));
        assertThat(all.stream().map(SpecProblem::at)).containsOnly("a");
    }
}
