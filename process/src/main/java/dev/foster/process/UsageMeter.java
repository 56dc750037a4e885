package dev.foster.process;

/**
 * Measures what children use, each with all its descendants, in one pass over the machine's
 * processes however many children there are. A process counts for one child only. For one thread at
 * a time.
 *
 * <p>The portable engine knows processor time and how many processes there are; its other figures
 * are 0. So are those that the system hides, such as the descriptors of another user's process.
 */
public interface UsageMeter extends AutoCloseable {

    /** Where the processor time of a tree comes from; all else is measured process by process. */
    enum Source {
        /** Summed up over its processes. */
        PROCESSES,

        /**
         * Counted by the kernel for the cgroup that holds the child to its limits, which also knows
         * those who came and went between two passes.
         */
        CGROUP
    }

    /** Takes a child in, closely when its spec sets limits. */
    default Tree watch(Child child) {
        return watch(child, !child.spec().confinement().limits().isNone());
    }

    /**
     * Takes a child in; it is measured from the next pass on.
     *
     * @param closely whether it is looked at in every pass. Other children that take no processor
     *     time are looked at in every fourth, which makes watching many of them cheap; {@link
     *     Tree#measuredAt} tells. Of one that has not run since, the figures stand for up to 32
     *     passes: only the kernel can have changed what it holds.
     */
    Tree watch(Child child, boolean closely);

    /** Looks once at what is watched. */
    void measure();

    /** Looks once at what is watched closely, and at nothing else. */
    void measureClosely();

    @Override
    void close();

    /**
     * A child and its descendants, with what they used when they were last measured. The figures
     * are those of the last pass until the next one overwrites them.
     */
    interface Tree extends AutoCloseable {
        Child child();

        /**
         * When it was last looked at, by {@link System#nanoTime()}; 0 before that. A pass that
         * leaves it out leaves this as it was.
         */
        long measuredAt();

        /** Where {@link #cpuNanos} was last taken from. */
        default Source source() {
            return Source.PROCESSES;
        }

        /** False before it was measured, and once nothing of it was found. */
        boolean there();

        /**
         * Processor time of the child and its descendants so far, those that are gone included; it
         * never goes back. Without a cgroup, descendants that nobody waited for count with what
         * they had taken when they were last seen.
         */
        long cpuNanos();

        long residentBytes();

        int threads();

        /** Those that run; one that has ended and was not waited for yet is none. */
        int processes();

        /**
         * The most descriptors that any one of its processes has open. They are counted in every
         * pass where the child's spec limits them, and in every fourth otherwise.
         */
        int mostFiles();

        /** Descriptors of all its processes; as old as {@link #mostFiles}. */
        int files();

        /**
         * Bytes its processes read from storage so far, where the system tells. They are read in
         * every fourth pass, and more seldom while no processor time is taken.
         */
        long readBytes();

        long writtenBytes();

        /**
         * What it really holds: of memory that is shared with others only its part. Each call reads
         * it anew, which costs the more the more memory there is; 0 where unknown.
         */
        long proportionalBytes();

        /** It is not measured any more. */
        @Override
        void close();
    }
}
