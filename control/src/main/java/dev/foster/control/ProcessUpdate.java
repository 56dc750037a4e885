package dev.foster.control;

import java.util.List;

/** What a follower of the processes is told. */
public sealed interface ProcessUpdate {

    /** The processes it tells of, as they are now. */
    List<ProcessView> processes();

    /**
     * All processes as they are, in order. The first news is one; another comes whenever processes
     * were added or removed, and replaces everything known.
     */
    record Snapshot(List<ProcessView> processes) implements ProcessUpdate {
        public Snapshot {
            processes = List.copyOf(processes);
        }
    }

    /** One process is different now. */
    record Changed(ProcessView process) implements ProcessUpdate {
        @Override
        public List<ProcessView> processes() {
            return List.of(process);
        }
    }

    /**
     * A second has passed, for who follows what processes use as well.
     *
     * @param processes those that use something else than was last told of them; all others are as
     *     they were, and older
     */
    record Beat(List<ProcessView> processes) implements ProcessUpdate {
        public Beat {
            processes = List.copyOf(processes);
        }
    }
}
