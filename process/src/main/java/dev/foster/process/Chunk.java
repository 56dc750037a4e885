package dev.foster.process;

import java.time.Instant;

/**
 * Bytes of output that arrived together.
 *
 * @param stream where they were written
 * @param at when they were read
 * @param bytes the bytes
 */
@SuppressWarnings("ArrayRecordComponent") // raw bytes are the point; a chunk is not compared
public record Chunk(ChildStream stream, Instant at, byte[] bytes) {}
