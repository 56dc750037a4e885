package dev.foster.control;

import java.util.List;

/** What a follower of the processes is told. */
public sealed interface ProcessNews {

    /**
     * All processes as they are, in order. The first news is one; another comes whenever processes
     * were added or removed, and replaces everything known.
     */
    record Snapshot(List<ProcessView> processes) implements ProcessNews {
        public Snapshot {
            processes = List.copyOf(processes);
        }
    }

    /** One process is different now. */
    record Changed(ProcessView process) implements ProcessNews {}

    /**
     * A second has passed, for who follows what processes use as well.
     *
     * @param different those that use something else than was last told of them; all others are as
     *     they were, and older
     */
    record Beat(List<ProcessView> different) implements ProcessNews {
        public Beat {
            different = List.copyOf(different);
        }
    }
}
