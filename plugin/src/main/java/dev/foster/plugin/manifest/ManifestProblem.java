package dev.foster.plugin.manifest;

import java.util.List;
import java.util.stream.Collectors;

/** A manifest cannot be used: all that is wrong with it, a line each. */
public final class ManifestProblem extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient List<ManifestFault> faults;

    ManifestProblem(List<ManifestFault> faults, int untold) {
        super(
                faults.stream().map(ManifestFault::toString).collect(Collectors.joining("\n"))
                        + (untold == 0 ? "" : "\nand " + untold + " more"));
        this.faults = List.copyOf(faults);
    }

    /** At least one, in the order of the file. */
    public List<ManifestFault> faults() {
        return faults;
    }
}
