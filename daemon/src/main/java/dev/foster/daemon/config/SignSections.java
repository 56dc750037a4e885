package dev.foster.daemon.config;

import static dev.foster.document.Notes.says;

import dev.foster.document.Definitions;
import dev.foster.document.Scalars;
import dev.foster.document.Section;
import dev.foster.document.Type;
import dev.foster.document.Types;
import dev.foster.document.Value;
import dev.foster.document.Where;

import java.util.Optional;
import java.util.regex.Pattern;

/** {@code gauge} and {@code alert}: what the output of a process or a plugin is watched for. */
final class SignSections {
    private static final Pattern SHARES = Pattern.compile("(100|\\d{1,2}(?:\\.\\d{1,3})?)%");
    private static final double LARGEST = 999_999_999;

    private static final Type<Double> SHARE =
            Type.of(
                    (value, where) -> {
                        var matcher = SHARES.matcher(Scalars.written(value).orElse(""));
                        return matcher.matches()
                                ? Optional.of(Double.parseDouble(matcher.group(1)) / 100)
                                : where.expected(value, "a share of the baseline", "50%");
                    },
                    share -> Types.PERCENT.write(share * 100),
                    in -> in.text("^(100|[0-9]{1,2}(\\.[0-9]{1,3})?)%$"));

    private static final Type<String> ONE_GROUP =
            Types.PATTERN.checked(SignSections::oneGroup, pattern -> pattern);

    private static final GaugeSpec NO_GAUGE =
            new GaugeSpec("", "", Optional.empty(), Optional.empty());

    private static final AlertSpec NO_ALERT = new AlertSpec("", Optional.empty());

    private static final Section<GaugeSpec> GAUGES =
            Section.of(
                            "gauge",
                            "Gauge",
                            "A figure that the process tells in its output. It costs a look at"
                                    + " every line of this process, and nothing for the others.",
                            NO_GAUGE)
                    .optional(
                            "pattern",
                            ONE_GROUP,
                            it -> said(it.pattern()),
                            (it, pattern) ->
                                    new GaugeSpec(pattern, it.unit(), it.baseline(), it.low()),
                            says("A regular expression of Java with exactly one group,"
                                            + " the number. The last line in which it is found"
                                            + " tells the value. It looks at the first 10,000"
                                            + " bytes of a line and gives up after a million"
                                            + " steps; a pattern that does so ten times is not"
                                            + " tried any more, with a notice in the journal.")
                                    .required("add one, such as pattern: rate=([0-9.]+)")
                                    .example("rate=([0-9.]+)"))
                    .optional(
                            "unit",
                            Types.WORD,
                            it -> said(it.unit()),
                            (it, unit) ->
                                    new GaugeSpec(it.pattern(), unit, it.baseline(), it.low()),
                            says("What it counts.").example("req/s"))
                    .optional(
                            "baseline",
                            Types.decimal(0, LARGEST),
                            GaugeSpec::baseline,
                            (it, usual) ->
                                    new GaugeSpec(
                                            it.pattern(), it.unit(), Optional.of(usual), it.low()),
                            says("What is usual.")
                                    .usually("the median of the first ten values other than 0")
                                    .example(100))
                    .optional(
                            "low",
                            SHARE,
                            GaugeSpec::low,
                            (it, share) ->
                                    new GaugeSpec(
                                            it.pattern(),
                                            it.unit(),
                                            it.baseline(),
                                            Optional.of(share)),
                            says("The share of the baseline below which the value is low.")
                                    .usually("it is never low")
                                    .example("50%"));

    private static final Section<AlertSpec> ALERTS =
            Section.of(
                            "alert",
                            "Alert",
                            "A line that raises an alarm until another one ends it, or the process"
                                    + " is started again. Both are events in the journal.",
                            NO_ALERT)
                    .optional(
                            "pattern",
                            Types.PATTERN,
                            it -> said(it.pattern()),
                            (it, pattern) -> new AlertSpec(pattern, it.clear()),
                            says("A regular expression for the line that raises it,"
                                            + " bounded as that of a gauge.")
                                    .required("add one, such as pattern: DETECTED")
                                    .example("DETECTED"))
                    .optional(
                            "clear",
                            Types.PATTERN,
                            AlertSpec::clear,
                            (it, pattern) -> new AlertSpec(it.pattern(), Optional.of(pattern)),
                            says("A regular expression for the line that ends it.")
                                    .usually("only a new start ends it")
                                    .example("RECOVERED"));

    /** The two of them, wherever there is output. */
    static final Section<SignSpec> SIGNS =
            Section.of("", "", "", SignSpec.NONE)
                    .optional(
                            "gauge",
                            GAUGES.into(
                                    it -> it,
                                    (it, _, _) ->
                                            Optional.of(it)
                                                    .filter(all -> !all.pattern().isEmpty())),
                            SignSpec::gauge,
                            (it, gauge) -> new SignSpec(Optional.of(gauge), it.alert()),
                            says("A figure in its output, shown with its curve.")
                                    .example(
                                            Definitions.shape(
                                                    "pattern",
                                                    "rate=([0-9.]+)",
                                                    "unit",
                                                    "req/s",
                                                    "low",
                                                    "50%")))
                    .optional(
                            "alert",
                            ALERTS.into(
                                    it -> it,
                                    (it, _, _) ->
                                            Optional.of(it)
                                                    .filter(all -> !all.pattern().isEmpty())),
                            SignSpec::alert,
                            (it, alert) -> new SignSpec(it.gauge(), Optional.of(alert)),
                            says("A line in its output that raises an alarm.")
                                    .example(
                                            Definitions.shape(
                                                    "pattern", "DETECTED", "clear", "RECOVERED")));

    private SignSections() {}

    private static Optional<String> said(String text) {
        return Optional.of(text).filter(it -> !it.isEmpty());
    }

    private static Optional<String> oneGroup(String pattern, Value value, Where where) {
        int groups = Pattern.compile(pattern).matcher("").groupCount();
        return groups == 1
                ? Optional.of(pattern)
                : where.refuse(
                        value,
                        groups == 0
                                ? "it has no group, so it finds no number"
                                : "it has " + groups + " groups, so it finds several numbers",
                        "put ( ) around the number, and write any other group as (?: )");
    }
}
