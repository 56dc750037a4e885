package dev.foster.daemon.log;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * The newest of many lines that come in their order: so many at most, and none in front of those
 * that have so many characters together.
 */
final class NewestLines {
    private final Deque<StoredLine> lines = new ArrayDeque<>();
    private final int most;
    private final long mostCharacters;
    private long characters;
    private boolean full;

    NewestLines(int most, long mostCharacters) {
        this.most = most;
        this.mostCharacters = mostCharacters;
    }

    /** Adds a newer line than all; the oldest give way. */
    void add(StoredLine line) {
        lines.addLast(line);
        characters += length(line);
        while (lines.size() > most || characters - length(lines.getFirst()) >= mostCharacters) {
            characters -= length(lines.removeFirst());
            full = true;
        }
    }

    private static int length(StoredLine line) {
        return line.text().length();
    }

    /** Adds what is older than all. */
    void addOlder(NewestLines older) {
        while (!older.lines.isEmpty()) {
            lines.addFirst(older.lines.removeLast());
        }
        characters += older.characters;
        full |= older.full;
    }

    /** Whether older lines have no room. */
    boolean full() {
        return full || lines.size() >= most || characters >= mostCharacters;
    }

    /** What may still come in front of these. */
    NewestLines rest() {
        return new NewestLines(most - lines.size(), mostCharacters - characters);
    }

    void clear() {
        lines.clear();
        characters = 0;
        full = false;
    }

    List<StoredLine> all() {
        return List.copyOf(lines);
    }
}
