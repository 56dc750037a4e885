package dev.foster.document;

import java.util.List;
import java.util.stream.Collectors;

/** Documents cannot be used: all that is wrong with them, each thing with the line it stands in. */
public final class DocumentProblem extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** How many faults are told apart; what comes after them is only counted. */
    public static final int TOLD = 20;

    private final transient List<Fault> faults;

    DocumentProblem(List<Fault> faults, int untold) {
        super(
                faults.stream().map(Fault::explained).collect(Collectors.joining("\n"))
                        + (untold == 0 ? "" : "\nand " + untold + " more"));
        this.faults = List.copyOf(faults);
    }

    public DocumentProblem(Fault fault) {
        this(List.of(fault), 0);
    }

    /** At least one, in the order of the files. */
    public List<Fault> faults() {
        return faults;
    }
}
