package dev.foster.process.internal.output;

/** A place in a ring. Guarded by the ring's lock. */
class Cursor {
    long position;

    /** Bytes of each stream up to the position, missed ones included. */
    final long[] seen = new long[2];
}
