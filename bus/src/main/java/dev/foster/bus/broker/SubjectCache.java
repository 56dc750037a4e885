package dev.foster.bus.broker;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;

/**
 * Answers remembered by subject, for one thread.
 *
 * <p>A slot holds one subject, and a newer one with the same slot replaces it: no list to keep in
 * order, nothing to sweep. An answer counts only in the generation it was given in, so a change of
 * what is asked forgets everything at no cost.
 */
final class SubjectCache<V> {
    @SuppressWarnings("ArrayRecordComponent") // Never compared as a whole.
    private record Entry<V>(int hash, byte[] subject, long generation, V answer) {}

    private final @Nullable Entry<V>[] slots;

    /** {@code size} is a power of two. */
    @SuppressWarnings({"unchecked", "rawtypes"})
    SubjectCache(int size) {
        slots = new Entry[size];
    }

    static int hash(byte[] bytes, int from, int to) {
        int hash = 1;
        for (int at = from; at < to; at++) {
            hash = 31 * hash + bytes[at];
        }
        return hash ^ (hash >>> 15);
    }

    @Nullable V find(byte[] bytes, int from, int to, int hash, long generation) {
        Entry<V> entry = slots[hash & (slots.length - 1)];
        if (entry == null || entry.hash != hash || entry.generation != generation) {
            return null;
        }
        byte[] subject = entry.subject;
        return Arrays.equals(subject, 0, subject.length, bytes, from, to) ? entry.answer : null;
    }

    /** How many answers of this generation it holds; any thread may ask, and gets about that. */
    int size(long generation) {
        int count = 0;
        for (Entry<V> entry : slots) {
            if (entry != null && entry.generation == generation) {
                count++;
            }
        }
        return count;
    }

    void clear() {
        Arrays.fill(slots, null);
    }

    /** Forgets the answers of other generations. */
    void keepOnly(long generation) {
        for (int at = 0; at < slots.length; at++) {
            Entry<V> entry = slots[at];
            if (entry != null && entry.generation != generation) {
                slots[at] = null;
            }
        }
    }

    void remember(byte[] bytes, int from, int to, int hash, long generation, V answer) {
        slots[hash & (slots.length - 1)] =
                new Entry<>(hash, Arrays.copyOfRange(bytes, from, to), generation, answer);
    }
}
