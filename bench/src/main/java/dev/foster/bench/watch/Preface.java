package dev.foster.bench.watch;

import dev.foster.bench.workshop.Attendance;

/** What a reader of the results has to know first. */
final class Preface {
    private Preface() {}

    static String text(Attendance<Watched> attendance) {
        return """
        # The cost of watching, and what it is good for

        Written by `bench/run watch`. Linux %s, %d processors, JDK %s.

        - **watch**: each supervisor runs the same children, a small static C program that sleeps; in each round each takes a
          turn, in random order. Only the supervisor's own processes count, neither the children nor whoever watches. Foster
          measures every process with its descendants whether or not somebody watches, and keeps an hour of it;
          process-compose and pm2 measure when they are asked. process-compose counts descendants with
          `--recursive-metrics`, which is what it is compared with, and else the children alone; so does pm2. Each is watched
          as by its own screen: *foster* is followed through its socket and tells once a second which processes use something
          else than before, which of children that sleep is none; process-compose is asked over HTTP for all processes once a
          second, pm2 through its library. *foster-questions* is Foster with such a question as well, for all processes over a
          connection of its own. Before it is measured, everybody has answered for 20 s, or 200 times.
        - **guard**: a child takes memory until it is over its limit, says so, and goes on with some 12 MB a second until it has
          three times as much; when it is gone, its supervisor starts the next. *reaction* is the time from the child's own word,
          on the monotonic clock, until it holds no memory any more, which is looked at each millisecond. Foster has
          `limits: {memory: %dMiB}`: it looks every half second, and acts when two looks in a row find too much. pm2 has
          `max_memory_restart` and looks every 30 s, which is its default: fewer kills are waited for. The children begin at
          moments that are spread evenly over that time. process-compose has no such guard.

        """
                        .formatted(
                                System.getProperty("os.version").replaceFirst("-.*", ""),
                                Runtime.getRuntime().availableProcessors(),
                                System.getProperty("java.runtime.version"),
                                GuardTrial.LIMIT_MEGABYTES)
                + attendance.text();
    }
}
