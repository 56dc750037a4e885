package dev.foster.bench.watch;

import dev.foster.bench.scores.Bar;
import dev.foster.bench.scores.Scores;
import dev.foster.bench.scores.Table;
import dev.foster.bench.supervise.Foster;
import dev.foster.bench.supervise.ProcessCompose;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** What Foster has to reach. */
final class Bars {
    private static final String MOST = WatchTrial.name(Driver.MANY);

    private Bars() {}

    static List<Bar.Verdict> judge(Map<Table, Scores> results) {
        var verdicts = new ArrayList<Bar.Verdict>();
        results.forEach(
                (table, scores) -> {
                    if (table.name().equals(MOST)) {
                        all().forEach(bar -> verdicts.add(bar.judge(scores)));
                    }
                });
        return verdicts;
    }

    private static List<Bar> all() {
        return List.of(
                new Bar(
                        MOST,
                        "nobody asks: ≤ 1 % of a core",
                        1,
                        false,
                        scores -> scores.median(WatchTrial.ALONE, Foster.NAME),
                        scores -> OptionalDouble.empty()),
                new Bar(
                        MOST,
                        "asked once a second: ≤ a tenth of process-compose",
                        0.1,
                        false,
                        scores -> scores.ratio(WatchTrial.ASKED, Foster.NAME, ProcessCompose.NAME),
                        scores -> scores.median(WatchTrial.ASKED, ProcessCompose.NAME)));
    }
}
