package dev.foster.bench.process;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a reader of the results has to know first. */
final class Preface {
    private Preface() {}

    static String text() {
        return """
        # Process engines side by side

        Written by `bench/run process`. Every system is a process of its own; in each round each takes a short
        turn, in random order. A ratio is the median of the ratios of the rounds, with their range behind it: read
        ratios, not absolutes. Linux %s, %d processors, JDK %s.

        - **C**: posix_spawn in a session of its own, three pipes, a pidfd, one epoll thread (`bench/c`, gcc -O2).
        - **Foster**: its default settings; lines come from `batches` with `Overflow.WAIT`, so that none can be
          missed, unless the row says otherwise.
        - **ProcessBuilder**: a platform thread for each output, `Process.onExit`; `readLine` and `Instant.now` for
          lines.
        - **NuProcess** %s: its default settings. It looks for exits every 250 ms when it was not told of one.
        - All Java systems run with `%s` and take turns that do not count before those that do.
        - Idle children are started and stopped twice in a fresh process: threads and memory are those of the
          first time, start and stop those of the second. Systems meant for hundreds of children hold fewer.
        - A system too slow for a turn takes it with fewer children or samples.

        """
                .formatted(
                        // Its number is enough: what follows it names a machine more than a kernel.
                        System.getProperty("os.version").replaceFirst("-.*", ""),
                        Runtime.getRuntime().availableProcessors(),
                        System.getProperty("java.runtime.version"),
                        nuProcessVersion(),
                        String.join(" ", Rivals.JVM_FLAGS));
    }

    /** The jar's name says it; nothing inside does. */
    private static String nuProcessVersion() {
        Matcher name =
                Pattern.compile("nuprocess-([0-9.]+)\\.jar")
                        .matcher(System.getProperty("java.class.path"));
        return name.find() ? name.group(1) : "of unknown version";
    }
}
