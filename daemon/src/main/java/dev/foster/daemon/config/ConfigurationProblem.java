package dev.foster.daemon.config;

import java.util.List;
import java.util.stream.Collectors;

/** The files of a project cannot be used: all that is wrong with them, a line each. */
public final class ConfigurationProblem extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** How many faults are told apart; what comes after them is only counted. */
    public static final int TOLD = 20;

    private final transient List<Fault> faults;

    ConfigurationProblem(List<Fault> faults, int untold) {
        super(
                faults.stream().map(Fault::toString).collect(Collectors.joining("\n"))
                        + (untold == 0 ? "" : "\nand " + untold + " more"));
        this.faults = List.copyOf(faults);
    }

    ConfigurationProblem(Fault fault) {
        this(List.of(fault), 0);
    }

    /** At least one, in the order of the files. */
    public List<Fault> faults() {
        return faults;
    }
}
