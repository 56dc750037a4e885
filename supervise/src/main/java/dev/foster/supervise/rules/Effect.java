package dev.foster.supervise.rules;

import dev.foster.supervise.report.Happening;
import dev.foster.supervise.spec.Probe;
import dev.foster.supervise.spec.ProcessSpec;

import java.time.Duration;

/** Everything the rules can ask for. None of it may block whoever asks. */
public sealed interface Effect {

    /** Start a process, and say {@link Event.Spawned} or {@link Event.SpawnFailed}. */
    record Spawn(ProcessSpec spec, long run) implements Effect {}

    /** Let a start that is still being prepared fail, and say {@link Event.SpawnFailed}. */
    record GiveUpStart(String name, long run) implements Effect {}

    /**
     * End the run with all it started, by its stop plan or at once, and say {@link Event.Stopped}.
     */
    record Stop(String name, long run, boolean kill) implements Effect {}

    /** End the run as {@link Stop} does, but leave it this long after its signal. */
    record Retire(String name, long run, Duration grace) implements Effect {}

    /** Ask once, and say {@link Event.Probed}. */
    record Ask(String name, long run, Event.Role role, Probe probe, Duration timeout)
            implements Effect {}

    /** Let no probe of this run go on. */
    record StopAsking(String name, long run) implements Effect {}

    record Tell(Happening happening) implements Effect {}
}
