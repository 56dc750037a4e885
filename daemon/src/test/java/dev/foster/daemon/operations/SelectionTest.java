package dev.foster.daemon.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foster.control.ControlProblem;
import dev.foster.control.ProblemCode;
import dev.foster.process.ChildSpec;
import dev.foster.supervise.spec.GroupSpec;
import dev.foster.supervise.spec.ProcessSpec;
import dev.foster.supervise.spec.StackSpec;
import dev.foster.supervise.spec.Strategy;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What people mean by a name, a group, a pattern. */
class SelectionTest {
    private static final Selection SELECTION =
            new Selection(
                    stack(
                            List.of("web-1", "web-2", "database", "a.b", "axb", "wörker"),
                            group("front", "web-1", "web-2"),
                            group("everything-else", "database", "front")));

    private static GroupSpec group(String name, String... members) {
        return new GroupSpec(name, Strategy.ONE_FOR_ONE, Optional.empty(), List.of(members));
    }

    private static StackSpec stack(List<String> names, GroupSpec... groups) {
        Stream<ProcessSpec> processes =
                names.stream().map(name -> ProcessSpec.of(name, ChildSpec.of("true")));
        return new StackSpec(processes.toList(), List.of(groups));
    }

    private static List<String> select(String... patterns) {
        return SELECTION.select(List.of(patterns));
    }

    @Test
    void namesAreGivenOnceAndInTheOrderOfTheFile() {
        assertThat(select("database", "web-2", "database")).containsExactly("web-2", "database");
        assertThat(select()).isEmpty();
    }

    @Test
    void groupsStandForTheirMembersHoweverDeep() {
        assertThat(select("front")).containsExactly("web-1", "web-2");
        assertThat(select("everything-else")).containsExactly("web-1", "web-2", "database");
        assertThat(select("every*")).containsExactly("web-1", "web-2", "database");
    }

    @Test
    void patternsMeanWhatShellsMeanByThem() {
        assertThat(select("web-?")).containsExactly("web-1", "web-2");
        assertThat(select("*a*e")).containsExactly("database");
        assertThat(select("w*")).containsExactly("web-1", "web-2", "wörker");
        assertThat(select("a.?")).as("a point is a point").containsExactly("a.b");
        assertThat(select("w?rker")).containsExactly("wörker");
        assertThat(select("all")).hasSize(6);
        assertThat(select("*")).hasSize(6);
    }

    @Test
    void aProcessCalledAllIsThatProcess() {
        var odd = new Selection(stack(List.of("all", "other")));
        assertThat(odd.select(List.of("all"))).containsExactly("all");
    }

    @Test
    void whatNobodyIsCalledIsAProblemWithASuggestion() {
        assertThatThrownBy(() -> select("web-1", "databsae"))
                .isInstanceOfSatisfying(
                        ControlProblem.class,
                        problem -> assertThat(problem.code()).isEqualTo(ProblemCode.UNKNOWN_NAME))
                .hasMessage(
                        "cannot find \"databsae\": no process or group is called so; did you mean"
                                + " database?");
        for (String pattern : new String[] {"", "zzz*", "[", "\\", "qqqqqqqqqq", "web-1\n"}) {
            assertThatThrownBy(() -> select(pattern)).isInstanceOf(ControlProblem.class);
        }
        assertThatThrownBy(() -> select("qqqqqqqqqq"))
                .hasMessageContaining("; there are web-1, web-2");
        assertThatThrownBy(() -> new Selection(stack(List.of())).select(List.of("web")))
                .hasMessageContaining("the project has no processes");
    }
}
