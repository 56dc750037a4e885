package dev.foster.bench.tui;

import dev.foster.bench.workshop.Attendance;

/** What a reader of the results has to know first. */
final class Preface {
    private Preface() {}

    static String text(Attendance<Screened> attendance) {
        return """
        # The screen under load

        Written by `bench/run tui`. %d processes print %,d lines of 80 bytes a second in total, on a terminal of %d columns
        and %d rows (tmux). Linux %s, %d processors, JDK %s. Load, terminal and what is measured share the processors.

        - **attach**: the load runs in a daemon; `foster attach` is opened on it, and only its own process is counted. *frames* are
          those it wrote to the terminal. *answer to a key*: from sending the key to the terminal until the selection has moved (on
          the page of a process: until the times of the lines have come or gone) in what the terminal shows. *a line is seen
          after*: for each line that appears on the screen, the time since the process wrote it. Both are looked at about every
          5 ms, which is in the numbers.
        - **up**: each supervisor is opened by its own command, with its own defaults, and shows what it shows then; all its
          processes are counted, the load and the terminal are not. In each round each takes a turn, in random order. A ratio is
          the median of the ratios of the rounds, with their range behind it. Who reads slowly makes the load wait: *printed by
          the load* says what it got rid of, and *CPU for 100,000 lines/s* is the CPU at the rate that was wanted. Foster also writes
          all of it to log files, which the others do when they are told to.

        """
                        .formatted(
                                Criers.COUNT,
                                Criers.COUNT * Criers.LINES_EACH,
                                Terminal.COLUMNS,
                                Terminal.ROWS,
                                System.getProperty("os.version").replaceFirst("-.*", ""),
                                Runtime.getRuntime().availableProcessors(),
                                System.getProperty("java.runtime.version"))
                + attendance.text();
    }
}
