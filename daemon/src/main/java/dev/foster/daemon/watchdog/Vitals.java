package dev.foster.daemon.watchdog;

import dev.foster.daemon.api.ApiServer;
import dev.foster.daemon.journal.Journal;
import dev.foster.process.EnginePulse;
import dev.foster.process.ProcessEngine;
import dev.foster.supervise.Supervisor;
import dev.foster.thread.Pulse;

import java.util.List;

/** The threads of a daemon that are watched over. */
public final class Vitals {
    private Vitals() {}

    public static List<Vital> of(
            ProcessEngine engine, Supervisor supervisor, Journal journal, ApiServer api) {
        return List.of(
                new Vital("the process engine", true, () -> of(engine.pulse())),
                new Vital("the supervision", true, supervisor::pulse),
                new Vital("the telling of news", false, supervisor::newsPulse),
                new Vital("the writing of the journal", false, journal::pulse),
                new Vital("the API", true, api::pulse));
    }

    private static Pulse of(EnginePulse pulse) {
        return new Pulse(pulse.alive(), pulse.busy().toNanos());
    }
}
