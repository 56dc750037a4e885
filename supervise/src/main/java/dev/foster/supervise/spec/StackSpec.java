package dev.foster.supervise.spec;

import java.util.List;

/**
 * Everything that is supervised together. Groups that are in no other group, and processes that are
 * in none, stand side by side.
 *
 * @param processes in the order of the file, which is the order they are shown in
 */
public record StackSpec(List<ProcessSpec> processes, List<GroupSpec> groups) {
    public StackSpec {
        processes = List.copyOf(processes);
        groups = List.copyOf(groups);
    }

    public static StackSpec of(ProcessSpec... processes) {
        return new StackSpec(List.of(processes), List.of());
    }

    /** What is wrong with it: names that mean nothing or two things, and cycles. */
    public List<SpecProblem> problems() {
        return new StackCheck(this).problems();
    }
}
