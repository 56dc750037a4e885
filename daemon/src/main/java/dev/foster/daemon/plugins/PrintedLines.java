package dev.foster.daemon.plugins;

import java.io.ByteArrayOutputStream;

/** Makes lines of pieces of any size. A line that is too long is cut, and marked so. */
final class PrintedLines {
    /** The longest line that is kept whole. */
    static final int LONGEST = 64 * 1024;

    /** Takes one line, without its end. */
    interface Taker {
        void line(byte[] text, boolean cut);
    }

    private final ByteArrayOutputStream rest = new ByteArrayOutputStream();
    private final Taker taker;

    PrintedLines(Taker taker) {
        this.taker = taker;
    }

    synchronized void add(byte[] data) {
        int begin = 0;
        for (int i = 0; i < data.length; i++) {
            if (data[i] == '\n') {
                rest.write(data, begin, i - begin);
                flush(false);
                begin = i + 1;
            } else if (rest.size() + i - begin + 1 >= LONGEST) {
                rest.write(data, begin, i - begin + 1);
                flush(true);
                begin = i + 1;
            }
        }
        rest.write(data, begin, data.length - begin);
    }

    /** Nothing more comes: what there is of a line is one. */
    synchronized void end() {
        if (rest.size() > 0) {
            flush(false);
        }
    }

    private void flush(boolean cut) {
        taker.line(rest.toByteArray(), cut);
        rest.reset();
    }
}
