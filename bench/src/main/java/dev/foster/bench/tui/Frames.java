package dev.foster.bench.tui;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Counts the frames in what a program wrote to its terminal: each is in brackets. */
final class Frames {
    /** From here on the terminal is to show nothing until the frame is whole. */
    private static final String BEGIN = "\u001b[?2026h";

    private Frames() {}

    static int in(Path record) throws IOException {
        return in(Files.readString(record, StandardCharsets.ISO_8859_1));
    }

    static int in(String record) {
        int count = 0;
        for (int at = record.indexOf(BEGIN); at >= 0; at = record.indexOf(BEGIN, at + 1)) {
            count++;
        }
        return count;
    }
}
