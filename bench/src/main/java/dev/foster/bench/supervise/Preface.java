package dev.foster.bench.supervise;

import dev.foster.bench.workshop.Attendance;

/** What a reader of the results has to know first. */
final class Preface {
    private Preface() {}

    static String text(Attendance<Peer> attendance) {
        return """
        # Supervisors side by side

        Written by `bench/run supervise`. Each supervisor is started by its own command and runs the same child,
        a small static C program, without a shell between; in each round each takes a turn, in random order. A ratio is the
        median of the ratios of the rounds, with their range behind it: read ratios, not absolutes. Linux %s,
        %d processors, JDK %s.

        - **restart**: no backoff, as far as a supervisor can: process-compose waits a second at least, supervisord until
          its next look; s6 is told by the child that it is ready, as otherwise it waits a second too. Times are the child's own, on
          the monotonic clock. *posix_spawn alone* starts the same child from C.
        - **children**: each with a log file. Memory, threads and CPU are those of all processes of the supervisor
          together, loggers and helpers included, children not. RSS counts shared pages in each process, PSS
          once in all.
        - **log**: s6-log with `T`, svlogd with `-tt`, pm2 with `time`, process-compose with `add_timestamp`; supervisord has no times.
          foster with `overflow: wait`, so that the child waits for its log as with the others; by default it never waits, and what
          is left out is counted.
        - **demo**: the `foster.yaml` of the checkout.

        """
                        .formatted(
                                System.getProperty("os.version").replaceFirst("-.*", ""),
                                Runtime.getRuntime().availableProcessors(),
                                System.getProperty("java.runtime.version"))
                + attendance.text();
    }
}
