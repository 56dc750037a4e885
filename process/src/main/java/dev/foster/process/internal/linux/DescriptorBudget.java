package dev.foster.process.internal.linux;

import dev.foster.process.ChildProblem;
import dev.foster.process.ChildSpec;
import dev.foster.process.OutputMode;
import dev.foster.process.ProblemException;
import dev.foster.process.Stdin;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.function.IntSupplier;

/**
 * Refuses starts that would take the last descriptors. A program that has none left cannot accept,
 * write down or look at anything, so a start is refused while there are still some; nothing has
 * been opened for it then, and nothing of it is left.
 */
final class DescriptorBudget {
    /** A reserve larger than this part of all there may be would refuse whole stacks. */
    private static final int LARGEST_PART = 4;

    /** Where counting is slow, it is done again when a part of what was free may be gone. */
    private static final int PART_UNCOUNTED = 4;

    private static final int LAUNCHING = 6;
    private static final int PIDFD = 1;

    private final int reserve;
    private final IntSupplier owed;
    private final MeterFiles files;
    private final SystemCalls system;
    private final MemorySegment place;
    private final int self = (int) ProcessHandle.current().pid();
    private int starting;
    private long uncounted;

    DescriptorBudget(int reserve, IntSupplier owed, Arena arena) {
        this.reserve = reserve;
        this.owed = owed;
        this.files = new MeterFiles(arena);
        this.system = new SystemCalls(arena);
        this.place = arena.allocate(16, 8);
    }

    /** Opens what a start takes, if that leaves enough; {@link #done} when the start is over. */
    synchronized Descriptors.ForChild open(
            Descriptors descriptors, ChildSpec spec, Arena arena, SystemCalls caller) {
        int cost = cost(spec);
        if (uncounted >= cost) {
            uncounted -= cost;
        } else {
            check(spec, cost);
        }
        Descriptors.ForChild opened = descriptors.open(spec, arena, caller);
        starting++;
        return opened;
    }

    synchronized void done() {
        starting--;
    }

    /** What a start has open at once at most; of each pipe our end stays. */
    private static int cost(ChildSpec spec) {
        int pipes = spec.stdin() == Stdin.PIPE ? 1 : 0;
        OutputMode mode = spec.outputMode();
        pipes += mode == OutputMode.APART ? 2 : mode == OutputMode.MERGED ? 1 : 0;
        pipes += spec.readyDescriptor().isPresent() ? 1 : 0;
        int more = spec.session().wantsTerminal() ? 1 : 0;
        return 2 * pipes + PIDFD + more + (spec.confinement().isNone() ? 0 : LAUNCHING);
    }

    private void check(ChildSpec spec, int cost) {
        long most = system.mostDescriptors(place);
        if (most < 0) {
            return;
        }
        long kept = Math.min(reserve, most / LARGEST_PART) + owed.getAsInt();
        // Cheap, and true where the kernel tells how many; elsewhere they are counted.
        long used = files.size(self, MeterFiles.DESCRIPTORS);
        if (used < 0) {
            // Not told here at all: then the kernel alone refuses.
            return;
        }
        boolean slow = used == 0;
        if (slow) {
            used = files.count(self, MeterFiles.DESCRIPTORS);
        }
        // Those whose start is under way have their pidfd still to come.
        long free = used < 0 ? 0 : most - used - (long) starting * PIDFD;
        if (free - cost < kept) {
            throw new ProblemException(
                    new ChildProblem.TooManyFiles(
                            spec.command().getFirst(),
                            "of the "
                                    + most
                                    + " files this process may have open only "
                                    + Math.max(0, free)
                                    + " are left, a start takes up to "
                                    + cost
                                    + " and "
                                    + kept
                                    + " are kept for everything else"));
        }
        uncounted = slow ? (free - kept) / PART_UNCOUNTED - cost : 0;
    }

    void close() {
        files.close();
    }
}
