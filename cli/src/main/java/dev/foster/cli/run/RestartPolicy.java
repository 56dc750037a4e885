package dev.foster.cli.run;

import dev.foster.cli.UsageProblem;
import dev.foster.process.Exit;

import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * When a command is started again after it ended by itself.
 *
 * @param when after which exits
 * @param limit how many times in a row at the most
 */
record RestartPolicy(When when, int limit) {

    enum When {
        NO,
        ON_FAILURE,
        ALWAYS
    }

    /** A run of this length counts as a success of the restart: counting and waiting begin anew. */
    static final Duration HEALTHY_AFTER = Duration.ofSeconds(60);

    private static final Duration FIRST_DELAY = Duration.ofSeconds(1);
    private static final Duration LONGEST_DELAY = Duration.ofSeconds(60);
    private static final Pattern SHAPE = Pattern.compile("(no|on-failure|always)(?::(\\d{1,6}))?");

    static RestartPolicy parse(String text) {
        Matcher matcher = SHAPE.matcher(text);
        if (!matcher.matches()) {
            throw new UsageProblem(
                    "cannot read --restart \""
                            + text
                            + "\": it is not a policy; write no, on-failure, always, or"
                            + " on-failure:3 for at most three times");
        }
        When when = When.valueOf(matcher.group(1).toUpperCase(Locale.ROOT).replace('-', '_'));
        String limit = matcher.group(2);
        return new RestartPolicy(when, limit == null ? Integer.MAX_VALUE : Integer.parseInt(limit));
    }

    /**
     * Whether to start again after this exit, the command having been restarted so many times in a
     * row.
     */
    boolean restarts(Exit exit, int restartsInARow) {
        return restartsInARow < limit
                && switch (when) {
                    case NO -> false;
                    case ON_FAILURE -> !exit.clean();
                    case ALWAYS -> true;
                };
    }

    /** 1 s, doubled each time, never more than 60 s. */
    Duration delay(int restartsInARow) {
        Duration delay = FIRST_DELAY.multipliedBy(1L << Math.min(restartsInARow, 6));
        return delay.compareTo(LONGEST_DELAY) > 0 ? LONGEST_DELAY : delay;
    }
}
