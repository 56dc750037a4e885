package dev.foster.supervise.simulation;

import dev.foster.process.ChildSpec;
import dev.foster.supervise.rules.Effect;
import dev.foster.supervise.rules.TreeInput;
import dev.foster.supervise.spec.Backoff;
import dev.foster.supervise.spec.Limit;
import dev.foster.supervise.spec.Probe;
import dev.foster.supervise.spec.ProcessSpec;
import dev.foster.supervise.spec.RestartPolicy;
import dev.foster.supervise.spec.StackSpec;
import dev.foster.supervise.stage.Specs;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * A mistake that supervisors make, put between the rules and the world. The invariants judge what
 * comes out, so they must notice each of them.
 */
enum PlantedBug {
    NONE,
    /** News of an earlier run is taken for news of this one. */
    RUNS_ARE_MIXED_UP,
    EVERYTHING_STARTS_TWICE,
    A_STOP_IS_FORGOTTEN,
    NOTHING_IS_EVER_ENDED,
    DEPENDENCIES_ARE_IGNORED,
    ONE_RESTART_TOO_MANY,
    THERE_IS_NO_BACKOFF,
    WHAT_IS_STOPPED_IS_STILL_PROBED,
    WHAT_IS_REPLACED_STAYS,
    AN_UNDERSTUDY_STAYS_BEHIND;

    StackSpec stack(StackSpec stack) {
        return switch (this) {
            case DEPENDENCIES_ARE_IGNORED -> each(stack, spec -> spec.dependsOn(Map.of()));
            case ONE_RESTART_TOO_MANY -> each(stack, PlantedBug::oneMore);
            case THERE_IS_NO_BACKOFF ->
                    each(stack, spec -> spec.restart(spec.restart().backoff(Backoff.none())));
            default -> stack;
        };
    }

    private static StackSpec each(StackSpec stack, UnaryOperator<ProcessSpec> change) {
        return new StackSpec(stack.processes().stream().map(change).toList(), stack.groups());
    }

    private static ProcessSpec oneMore(ProcessSpec spec) {
        return spec.restart()
                .limit()
                .map(limit -> new Limit(limit.count() + 1, limit.within()))
                .map(limit -> spec.restart(spec.restart().limit(limit)))
                .orElse(spec);
    }

    TreeInput command(TreeInput command) {
        return this == A_STOP_IS_FORGOTTEN && command instanceof TreeInput.StopAsked
                ? new TreeInput.StartAsked(Set.of(), false, Specs.TESTER)
                : command;
    }

    TreeInput old(TreeInput event, long run) {
        return this == RUNS_ARE_MIXED_UP && event instanceof TreeInput.Stopped stopped
                ? new TreeInput.Stopped(stopped.name(), run, stopped.report())
                : event;
    }

    List<Effect> effect(Effect effect) {
        return switch (this) {
            case EVERYTHING_STARTS_TWICE ->
                    effect instanceof Effect.Spawn ? List.of(effect, effect) : List.of(effect);
            case NOTHING_IS_EVER_ENDED ->
                    effect instanceof Effect.Stop ? List.of() : List.of(effect);
            case WHAT_IS_REPLACED_STAYS ->
                    effect instanceof Effect.Retire ? List.of() : List.of(effect);
            // Those that run beside another are the ones that must never be restarted.
            case AN_UNDERSTUDY_STAYS_BEHIND ->
                    effect instanceof Effect.Spawn(ProcessSpec spec, long run)
                                    && spec.restart().equals(RestartPolicy.never())
                            ? List.of(effect, new Effect.Spawn(spec, -run))
                            : List.of(effect);
            case WHAT_IS_STOPPED_IS_STILL_PROBED ->
                    effect instanceof Effect.Stop(String name, long run, boolean _)
                            ? List.of(effect, askedAgain(name, run))
                            : List.of(effect);
            default -> List.of(effect);
        };
    }

    private static Effect askedAgain(String name, long run) {
        return new Effect.Ask(
                name,
                run,
                TreeInput.Role.LIVE,
                new Probe.Exec(ChildSpec.of("true")),
                Duration.ofMillis(10));
    }
}
