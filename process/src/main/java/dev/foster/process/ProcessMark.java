package dev.foster.process;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One process of one boot of this machine: what a process number alone does not tell, since numbers
 * are used again. It can be written down and read by a later program.
 *
 * @param pid its number
 * @param startTicks when it began, in the kernel's ticks since boot
 * @param bootId which boot that was
 */
public record ProcessMark(long pid, long startTicks, String bootId) {
    private static final Pattern TEXT =
            Pattern.compile("(\\d{1,10})@(\\d{1,18})@([0-9a-zA-Z-]{1,64})");

    /** The process that has this number now; empty when none has, or the system does not tell. */
    public static Optional<ProcessMark> of(long pid) {
        return ProcessTable.find(pid)
                .filter(found -> !found.zombie())
                .flatMap(
                        found ->
                                ProcessTable.bootId()
                                        .map(boot -> new ProcessMark(pid, found.started(), boot)));
    }

    /** Reads what {@link #toString()} wrote; empty for anything else. */
    public static Optional<ProcessMark> parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        return matcher.matches()
                ? Optional.of(
                        new ProcessMark(
                                Long.parseLong(matcher.group(1)),
                                Long.parseLong(matcher.group(2)),
                                matcher.group(3)))
                : Optional.empty();
    }

    /** True while this very process runs; a zombie does not, nor does a later one of its number. */
    public boolean running() {
        return equals(of(pid).orElse(null));
    }

    /** Such as {@code 4711@8675309@0b7d…}, for {@link #parse}. */
    @Override
    public String toString() {
        return pid + "@" + startTicks + "@" + bootId;
    }
}
