package dev.foster.cli.run;

import dev.foster.cli.UsageProblem;
import dev.foster.supervise.spec.Backoff;
import dev.foster.supervise.spec.Limit;
import dev.foster.supervise.spec.RestartPolicy;
import dev.foster.supervise.spec.RestartPolicy.FirstStart;
import dev.foster.supervise.spec.RestartPolicy.When;

import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What may be written after {@code --restart}. */
final class RestartOption {
    private static final Pattern SHAPE = Pattern.compile("(no|on-failure|always)(?::(\\d{1,6}))?");

    /** 1 s, doubled each time, never more than 60 s; after 60 s of being up all begins anew. */
    private static final RestartPolicy USUAL =
            RestartPolicy.never()
                    .backoff(
                            new Backoff.Growing(
                                    Duration.ofSeconds(1), 2, Duration.ofSeconds(60), 0))
                    .withoutLimit()
                    .firstStart(FirstStart.RETRY)
                    .resetAfter(Duration.ofSeconds(60));

    private RestartOption() {}

    /** Without the option. */
    static RestartPolicy none() {
        return USUAL;
    }

    static RestartPolicy parse(String text) {
        Matcher matcher = SHAPE.matcher(text);
        if (!matcher.matches()) {
            throw new UsageProblem(
                    "cannot read --restart \""
                            + text
                            + "\": it is not a policy; write no, on-failure, always, or"
                            + " on-failure:3 for at most three times");
        }
        RestartPolicy policy =
                USUAL.when(
                        When.valueOf(matcher.group(1).toUpperCase(Locale.ROOT).replace('-', '_')));
        String most = matcher.group(2);
        return most == null ? policy : policy.limit(Limit.inARow(Integer.parseInt(most)));
    }
}
