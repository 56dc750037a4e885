package dev.foster.process;

/**
 * Measures what children use, each with all its descendants, in one pass over the machine's
 * processes however many children there are. For one thread at a time.
 */
public interface UsageMeter extends AutoCloseable {

    /** Takes a child in; it is measured from the next pass on. */
    Tree watch(Child child);

    /** Looks once at everything that is watched. */
    void measure();

    @Override
    void close();

    /**
     * A child and its descendants, with what they used when they were last measured. The figures
     * are those of the last pass until the next one overwrites them.
     */
    interface Tree extends AutoCloseable {
        Child child();

        /** When it was last measured, by {@link System#nanoTime()}; 0 before that. */
        long measuredAt();

        /** False once nothing of it was found. */
        boolean there();

        /** Processor time of the child and its descendants so far, those that are gone included. */
        long cpuNanos();

        long residentBytes();

        int threads();

        int processes();

        /** The most descriptors that any one of its processes has open. */
        int mostFiles();

        /** Descriptors of all its processes. */
        int files();

        /** Bytes its processes read from and wrote to storage so far, where the system tells. */
        long readBytes();

        long writtenBytes();

        /** What it really holds, with shared memory counted once; costly, and 0 where unknown. */
        long proportionalBytes();

        /** It is not measured any more. */
        @Override
        void close();
    }
}
