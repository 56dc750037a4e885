package dev.foster.supervise.spec;

import java.util.List;

/** Why a stack makes no sense. */
public sealed interface SpecProblem {

    /** The process or group it is found in. */
    String at();

    /** One sentence for people. */
    String message();

    record NameTaken(String at) implements SpecProblem {
        @Override
        public String message() {
            return "cannot use the name "
                    + at
                    + " twice: a process or group already has it; rename one";
        }
    }

    record UnknownName(String at, String name) implements SpecProblem {
        @Override
        public String message() {
            return "cannot tie "
                    + at
                    + " to "
                    + name
                    + ": there is no process or group of that name; mend the name or add it";
        }
    }

    record InTwoGroups(String at, String first, String second) implements SpecProblem {
        @Override
        public String message() {
            return first.equals(second)
                    ? "cannot put " + at + " into " + first + " twice: once is enough; remove one"
                    : "cannot put "
                            + at
                            + " into both "
                            + first
                            + " and "
                            + second
                            + ": a member has one group; remove it from one";
        }
    }

    /** Dependencies, or groups, that lead back to where they began. */
    record Cycle(List<String> names) implements SpecProblem {
        public Cycle {
            names = List.copyOf(names);
        }

        @Override
        public String at() {
            return names.getFirst();
        }

        @Override
        public String message() {
            return "cannot order "
                    + String.join(" -> ", names)
                    + ": each waits for the next, so none can start; remove one of these"
                    + " dependencies";
        }
    }
}
