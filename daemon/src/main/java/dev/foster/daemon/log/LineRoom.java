package dev.foster.daemon.log;

import java.util.ArrayList;
import java.util.List;

/** Takes lines until there are enough of them, or they are long enough together. */
final class LineRoom {
    private final List<StoredLine> lines = new ArrayList<>();
    private final int most;
    private long characters;

    /**
     * @param most lines at most
     * @param characters no further line once there are so many
     */
    LineRoom(int most, long characters) {
        this.most = most;
        this.characters = characters;
    }

    /** Whether no further line goes in. */
    boolean full() {
        return lines.size() >= most || characters <= 0;
    }

    /** How many lines go in at most. */
    int left() {
        return most - lines.size();
    }

    void add(StoredLine line) {
        if (!full()) {
            lines.add(line);
            characters -= line.text().length();
        }
    }

    List<StoredLine> lines() {
        return lines;
    }
}
