package dev.foster.bench.mcp;

import dev.foster.bench.scores.Bar;
import dev.foster.bench.scores.Report;
import dev.foster.bench.scores.Scores;
import dev.foster.bench.scores.Settings;
import dev.foster.bench.scores.Table;
import dev.foster.bench.scores.TimeOption;
import dev.foster.bench.workshop.Trial;
import dev.foster.bench.workshop.Trials;
import dev.foster.bench.workshop.Workshop;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Runs the trials one after the other, and compares. */
public final class Driver {
    private static final List<String> TRIALS =
            List.of(
                    LatencyTrial.NAME,
                    CallsTrial.NAME,
                    OpenTrial.NAME,
                    StatelessTrial.NAME,
                    MemoryTrial.NAME);

    private final Settings settings;
    private final Lineup lineup;

    private Driver(Settings settings) {
        this.settings = settings;
        this.lineup = new Lineup(settings);
        settings.allow(TRIALS);
    }

    public static void main(String[] arguments) throws IOException {
        boolean missed;
        Settings settings;
        try {
            var rest = new ArrayList<>(List.of(arguments));
            Optional<Duration> soak = TimeOption.take("--soak", rest);
            settings = Settings.of("mcp", rest);
            var driver = new Driver(settings);
            missed = soak.isPresent() ? driver.soak(soak.get()) : driver.run();
        } catch (IllegalArgumentException wrong) {
            System.err.println(wrong.getMessage());
            System.exit(2);
            return;
        }
        System.exit(settings.check() && missed ? 1 : 0);
    }

    /** Holds what lasts; true when something was left over. */
    private boolean soak(Duration time) throws IOException {
        try (var workshop = new Workshop(settings)) {
            return new Soak(workshop, lineup, time).hold();
        }
    }

    /** Runs everything and reports it; true when a bar was missed, or a gateway has no result. */
    private boolean run() throws IOException {
        Optional<String> missing = lineup.peer().missing();
        if (missing.isPresent()) {
            throw new IllegalArgumentException(
                    "cannot compare with supergateway: " + missing.get());
        }
        Optional<Map<Table, Scores>> results = Trials.hold(settings, this::trials);
        if (results.isEmpty()) {
            return true;
        }
        var report = new Report(results.get());
        boolean missed =
                report.publish(
                        settings,
                        Preface.text(lineup),
                        Foster.NAME,
                        "supergateway",
                        Bar.judge(Bars.all(), results.get()));
        return missed || report.failed(Foster.NAME);
    }

    private Stream<Trial> trials(Workshop workshop) {
        int rounds = settings.rounds().orElse(settings.quick() ? 1 : 3);
        boolean quick = settings.quick();
        return Stream.<Trial>of(
                        new LatencyTrial(workshop, lineup.both(), lineup.directly(), rounds, quick),
                        new CallsTrial(workshop, lineup.bothAndDirectly(), rounds, quick),
                        new OpenTrial(workshop, lineup.openings(), rounds, quick),
                        new StatelessTrial(workshop, lineup.stateless(), rounds, quick),
                        new MemoryTrial(workshop, lineup.realServer(), rounds, quick))
                .filter(trial -> settings.wants(trial.table().name()));
    }
}
