package dev.foster.bench.tui;

import dev.foster.bench.scores.Bar;
import dev.foster.bench.scores.Scores;

import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Stream;

/** What the screen has to reach. */
final class Bars {
    private static final Bar.Value NONE = scores -> OptionalDouble.empty();

    private Bars() {}

    static List<Bar> all() {
        return Stream.concat(
                        ScreenPage.all().stream().map(ScreenPage::name).flatMap(Bars::ofPage),
                        Stream.of(
                                new Bar(
                                        WholeTrial.NAME,
                                        "CPU ≤ half of process-compose's, as a ratio ≤ 0.5",
                                        0.5,
                                        false,
                                        scores ->
                                                scores.ratio(
                                                        WholeTrial.PROCESSOR,
                                                        Foster.NAME,
                                                        ProcessCompose.NAME),
                                        scores ->
                                                scores.median(
                                                        WholeTrial.PROCESSOR,
                                                        ProcessCompose.NAME))))
                .toList();
    }

    private static Stream<Bar> ofPage(String page) {
        return Stream.of(
                bar(
                        page,
                        "CPU ≤ 20 % of a core",
                        20,
                        false,
                        it -> median(it, PagesTrial.PROCESSOR, page)),
                bar(
                        page,
                        "≥ 10 frames a second",
                        10,
                        true,
                        it -> median(it, PagesTrial.FRAMES, page)),
                bar(page, "p99 of a key ≤ 100 ms", 100, false, it -> it.tail(PagesTrial.KEY, page)),
                bar(
                        page,
                        "p99 of output ≤ 250 ms",
                        250,
                        false,
                        it -> it.tail(PagesTrial.OUTPUT, page)));
    }

    private static OptionalDouble median(Scores scores, String key, String page) {
        return scores.median(key, page);
    }

    private static Bar bar(
            String page,
            String says,
            double limit,
            boolean least,
            Function<Scores, OptionalDouble> value) {
        return new Bar(PagesTrial.NAME, page + ": " + says, limit, least, value::apply, NONE);
    }
}
