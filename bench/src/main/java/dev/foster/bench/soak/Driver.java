package dev.foster.bench.soak;

import dev.foster.bench.scores.Call;
import dev.foster.bench.scores.Settings;
import dev.foster.bench.scores.TimeOption;
import dev.foster.bench.workshop.Workshop;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Holds the soak. */
public final class Driver {
    private static final Duration TIME = Duration.ofMinutes(10);

    private Driver() {}

    public static void main(String[] arguments) throws IOException {
        System.exit(exitCode(new ArrayList<>(List.of(arguments))));
    }

    private static int exitCode(List<String> arguments) throws IOException {
        Duration time;
        try {
            time = TimeOption.take("--time", arguments).orElse(TIME);
        } catch (IllegalArgumentException wrong) {
            System.err.println(wrong.getMessage());
            return 2;
        }
        return Call.exitCode("soak", arguments, settings -> soak(settings, time));
    }

    private static boolean soak(Settings settings, Duration time) throws IOException {
        settings.allow(Soak.PARTS);
        try (var workshop = new Workshop(settings)) {
            return new Soak(workshop, settings, time).hold();
        }
    }
}
