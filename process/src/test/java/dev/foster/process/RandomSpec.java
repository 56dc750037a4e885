package dev.foster.process;

import dev.foster.testkit.Shell;

import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The children of the random schedule: they exit, hang, print, read, fork, escape, ignore signals,
 * die.
 */
final class RandomSpec {
    private static final List<String> SCRIPTS =
            List.of(
                    "exit 3",
                    "cat",
                    "seq 3000",
                    "exec sleep 1000",
                    "trap '' TERM INT HUP; exec sleep 1000",
                    "trap 'echo bye; exit 4' TERM; while :; do sleep 1000 & wait $!; done",
                    "sleep 1000 & echo READY; wait",
                    "setsid sleep 1000 & echo READY; wait",
                    "(sleep 0.2; echo late) & echo early",
                    "sleep 1000 </dev/null >/dev/null 2>&1 & exit 0",
                    "head -c 1000000 /dev/zero; echo done >&2",
                    "exec >&- 2>&-; exec sleep 1000",
                    "read word; echo $word >&2; cat",
                    "kill -SEGV $$");

    private RandomSpec() {}

    static ChildSpec of(SplittableRandom random) {
        String script = SCRIPTS.get(random.nextInt(SCRIPTS.size()));
        return ChildSpec.of(Shell.script(script))
                .stdin(random.nextBoolean() ? Stdin.PIPE : Stdin.NULL)
                .outputMode(random.nextInt(4) == 0 ? OutputMode.MERGED : OutputMode.APART)
                .outputLimits(limits(random));
    }

    private static OutputLimits limits(SplittableRandom random) {
        return OutputLimits.defaults()
                .rest(Duration.ofMillis(random.nextInt(3) * 15L))
                .keep(random.nextInt(3) * 8192)
                .backlog(8192 << random.nextInt(5))
                .holdLimit(Duration.ofMillis(random.nextInt(300)))
                .overflow(
                        random.nextInt(4) == 0
                                ? OutputLimits.Overflow.WAIT
                                : OutputLimits.Overflow.DROP_OLDEST);
    }
}
