package dev.foster.supervise.rules;

import dev.foster.supervise.report.ProcessEvent;
import dev.foster.supervise.spec.Probe;
import dev.foster.supervise.spec.ProcessSpec;

import java.time.Duration;

/** Everything the rules can ask for. None of it may block whoever asks. */
public sealed interface Effect {

    /** Start a process, and say {@link TreeInput.Spawned} or {@link TreeInput.SpawnFailed}. */
    record Spawn(ProcessSpec spec, long run) implements Effect {}

    /** Let a start that is still being prepared fail, and say {@link TreeInput.SpawnFailed}. */
    record GiveUpStart(String name, long run) implements Effect {}

    /**
     * End the run with all it started, by its stop plan or at once, and say {@link
     * TreeInput.Stopped}.
     */
    record Stop(String name, long run, boolean kill) implements Effect {}

    /** End the run as {@link Stop} does, but leave it this long after its signal. */
    record Retire(String name, long run, Duration grace) implements Effect {}

    /** Ask once, and say {@link TreeInput.Probed}. */
    record Ask(String name, long run, TreeInput.Role role, Probe probe, Duration timeout)
            implements Effect {}

    /** Let no probe of this run go on. */
    record StopAsking(String name, long run) implements Effect {}

    record Tell(ProcessEvent event) implements Effect {}
}
