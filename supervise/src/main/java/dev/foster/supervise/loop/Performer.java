package dev.foster.supervise.loop;

import dev.foster.process.StopReport;
import dev.foster.supervise.report.Watcher;
import dev.foster.supervise.restart.Moment;
import dev.foster.supervise.rules.Effect;
import dev.foster.supervise.rules.TreeInput;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Hands effects to the world. One that fails becomes news of its process, so that nobody waits for
 * an answer that does not come: a start has failed, a question is answered badly. A stop is tried
 * again, since nothing is won by giving it up.
 */
final class Performer {
    private static final long PAUSE = Duration.ofMillis(100).toNanos();
    private static final int MOST_TRIES = 20;

    /** A stop that failed, and is to be tried once more. */
    private record Again(Effect effect, int tries, long at) {}

    private final List<Again> again = new ArrayList<>();
    private final Time time;
    private final EffectRunner effects;
    private final Watcher watcher;
    private final FaultBarrier barrier;
    private final Consumer<TreeInput> inbox;

    Performer(Time time, EffectRunner effects, Watcher watcher, Consumer<TreeInput> inbox) {
        this.time = time;
        this.effects = effects;
        this.watcher = watcher;
        this.barrier = new FaultBarrier(watcher);
        this.inbox = inbox;
    }

    void perform(List<Effect> effects) {
        Instant wall = time.wall();
        for (Effect effect : effects) {
            if (effect instanceof Effect.Tell(var happening)) {
                barrier.run(
                        "tell what happened to " + happening.name(),
                        () -> watcher.happened(happening, wall));
            } else {
                barrier.run(doing(effect), () -> perform(effect, 1));
            }
        }
    }

    /** When the next one is to be tried again. */
    long deadline() {
        return again.stream().mapToLong(Again::at).min().orElse(Moment.NEVER);
    }

    /** Tries again what is due. */
    void performDue() {
        if (again.isEmpty()) {
            return;
        }
        long now = time.nanos();
        List<Again> due = again.stream().filter(one -> one.at() <= now).toList();
        again.removeAll(due);
        due.forEach(one -> perform(one.effect(), one.tries() + 1));
    }

    private void perform(Effect effect, int tries) {
        try {
            effects.perform(effect);
        } catch (Throwable fault) {
            // The first of a row is told, and the last: others say nothing new.
            if (tries == 1 || tries == MOST_TRIES) {
                barrier.told(doing(effect), fault);
            }
            failed(effect, tries, "a fault inside Foster: " + fault);
        }
    }

    private void failed(Effect effect, int tries, String why) {
        switch (effect) {
            case Effect.Spawn(var spec, long run) ->
                    tell(
                            new TreeInput.SpawnFailed(
                                    spec.name(), run, why, TreeInput.NoStart.PASSING));
            case Effect.Ask ask ->
                    tell(new TreeInput.Probed(ask.name(), ask.run(), ask.role(), false, why));
            case Effect.Stop(String name, long run, boolean _) ->
                    stopFailed(effect, tries, name, run);
            case Effect.Retire(String name, long run, Duration _) ->
                    stopFailed(effect, tries, name, run);
            case Effect.GiveUpStart _, Effect.StopAsking _ -> {
                if (tries < MOST_TRIES) {
                    again.add(new Again(effect, tries, time.nanos() + PAUSE));
                }
            }
            case Effect.Tell _ -> {}
        }
    }

    private void stopFailed(Effect effect, int tries, String name, long run) {
        if (tries < MOST_TRIES) {
            again.add(new Again(effect, tries, time.nanos() + PAUSE));
        } else {
            tell(new TreeInput.Stopped(name, run, StopReport.stuck()));
        }
    }

    private void tell(TreeInput news) {
        FaultBarrier.insist(() -> inbox.accept(news));
    }

    private static String doing(Effect effect) {
        return switch (effect) {
            case Effect.Spawn spawn -> "start " + spawn.spec().name();
            case Effect.GiveUpStart start -> "give up the start of " + start.name();
            case Effect.Stop stop -> "stop " + stop.name();
            case Effect.Retire retire -> "stop what " + retire.name() + " has replaced";
            case Effect.Ask ask -> "ask " + ask.name() + " how it is";
            case Effect.StopAsking stop -> "end the questions to " + stop.name();
            case Effect.Tell tell -> "tell what happened to " + tell.event().name();
        };
    }
}
