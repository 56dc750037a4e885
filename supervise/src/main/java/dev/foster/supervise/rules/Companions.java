package dev.foster.supervise.rules;

import static dev.foster.supervise.restart.Moment.NEVER;

import dev.foster.supervise.report.ProcessEvent;
import dev.foster.supervise.report.Reason;
import dev.foster.supervise.restart.Moment;
import dev.foster.supervise.rules.ChildState.Idle;
import dev.foster.supervise.rules.ChildState.Starting;
import dev.foster.supervise.rules.ChildState.Stopping;
import dev.foster.supervise.rules.ChildState.Up;
import dev.foster.supervise.spec.RestartPolicy;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The runs beside the current ones: <i>understudies</i>, which get ready to take over, and
 * <i>predecessors</i>, which were taken over from and end in peace. Each lives by the rules of any
 * child, but nothing follows from its end: an understudy that fails leaves all as it was.
 *
 * <p>They are there only as long as the run they belong to is up. When that one goes, for whatever
 * reason, they are ended as well, and its end is not heard before theirs: so whatever is started
 * afterwards is the only copy.
 */
final class Companions {

    /**
     * A run that shall take over.
     *
     * @param grace what the run it takes over from has after its signal
     * @param unwanted why it is no longer to take over; empty while it is
     */
    private record Understudy(ChildFacts facts, Duration grace, String unwanted) {}

    private final Reversible<String, Understudy> understudies = new Reversible<>();
    private final Reversible<String, ChildFacts> predecessors = new Reversible<>();
    private final Reversible<String, TreeInput.Stopped> unheard = new Reversible<>();
    private final List<Effect> effects;

    /** What is to be done is added to these. */
    Companions(List<Effect> effects) {
        this.effects = effects;
    }

    void keep() {
        understudies.keep();
        predecessors.keep();
        unheard.keep();
    }

    void takeBack() {
        understudies.takeBack();
        predecessors.takeBack();
        unheard.takeBack();
    }

    // ---- asked for ----

    /** Starts an understudy, or says why there can be none. */
    void begin(ChildFacts child, long run, TreeInput.ReplaceAsked asked) {
        effects.add(new Effect.Tell(new ProcessEvent.ReplaceAsked(child.id(), asked.who())));
        String obstacle = obstacle(child);
        if (!(child.state() instanceof Up up) || !obstacle.isEmpty()) {
            failed(child, obstacle);
            return;
        }
        ChildFacts facts =
                ChildFacts.of(child.spec().restart(RestartPolicy.never()))
                        .wanted(true)
                        .nextRun(run)
                        .state(Starting.now());
        understudies.put(child.name(), new Understudy(facts, asked.grace(), ""));
        effects.add(new Effect.Spawn(facts.spec(), run));
        effects.add(new Effect.Tell(new ProcessEvent.StartingBeside(facts.id(), up.pid())));
    }

    private String obstacle(ChildFacts child) {
        if (understudies.contains(child.name())) {
            return "it is being replaced already; wait for that";
        }
        if (predecessors.contains(child.name())) {
            return "the process it replaced has not ended yet; try again when it has";
        }
        boolean stays = child.state() instanceof Up up && up.ready() && child.leaving().isEmpty();
        return stays
                ? ""
                : "it "
                        + ChildView.word(child).predicate()
                        + "; only what is ready can be replaced";
    }

    private void failed(ChildFacts facts, String why) {
        effects.add(new Effect.Tell(new ProcessEvent.ReplacementFailed(facts.id(), why)));
    }

    // ---- news ----

    boolean concerns(TreeInput.OfRun event) {
        return find(event.name(), event.run()).isPresent();
    }

    private Optional<ChildFacts> find(String name, long run) {
        return understudies
                .find(name)
                .map(Understudy::facts)
                .filter(facts -> facts.run() == run)
                .or(() -> predecessors.find(name).filter(facts -> facts.run() == run));
    }

    void on(TreeInput.OfRun event, Moment now) {
        find(event.name(), event.run())
                .ifPresent(
                        facts -> {
                            if (event instanceof TreeInput.Delayed delayed) {
                                giveUp(facts, delayed.why(), false, now);
                            } else {
                                apply(ChildRules.on(facts, event, now));
                            }
                        });
    }

    /** Whoever wants the place is told at once why it cannot be had now; the other one stays. */
    private void giveUp(ChildFacts facts, String why, boolean kill, Moment now) {
        Understudy understudy = understudies.find(facts.name()).orElse(null);
        if (understudy == null || (!kill && !understudy.unwanted().isEmpty())) {
            return;
        }
        understudies.put(facts.name(), new Understudy(understudy.facts(), understudy.grace(), why));
        if (kill || !(understudy.facts().state() instanceof Stopping)) {
            ChildFacts leaving = understudy.facts().wanted(false);
            apply(ChildRules.stopNow(leaving, Cause.ASKED, kill, now));
        }
    }

    long deadline() {
        long first = NEVER;
        for (Understudy understudy : understudies.values()) {
            first = Math.min(first, understudy.facts().state().deadline());
        }
        for (ChildFacts predecessor : predecessors.values()) {
            first = Math.min(first, predecessor.state().deadline());
        }
        return first;
    }

    void deadlinePassed(Moment now) {
        for (String name : List.copyOf(understudies.keys())) {
            understudies.find(name).ifPresent(one -> deadlinePassed(one.facts(), now));
        }
        for (String name : List.copyOf(predecessors.keys())) {
            predecessors.find(name).ifPresent(one -> deadlinePassed(one, now));
        }
    }

    private void deadlinePassed(ChildFacts facts, Moment now) {
        if (facts.state().deadline() <= now.nanos()) {
            apply(ChildRules.onDeadline(facts, now));
        }
    }

    private void apply(Step step) {
        ChildFacts next = step.next();
        step.effects().stream().filter(Companions::counts).forEach(effects::add);
        Understudy understudy = understudies.find(next.name()).orElse(null);
        if (understudy == null || understudy.facts().run() != next.run()) {
            if (next.state().occupied()) {
                predecessors.put(next.name(), next);
            } else {
                predecessors.remove(next.name());
            }
        } else if (next.state().occupied()) {
            understudies.put(
                    next.name(), new Understudy(next, understudy.grace(), understudy.unwanted()));
        } else {
            understudies.remove(next.name());
            failed(next, why(next, understudy.unwanted()));
        }
    }

    // What its policy says of its end is no news: it has none.
    private static boolean counts(Effect effect) {
        return !(effect instanceof Effect.Tell(ProcessEvent.Failed _))
                && !(effect instanceof Effect.Tell(ProcessEvent.Completed _));
    }

    private static String why(ChildFacts ended, String unwanted) {
        String own = ended.state() instanceof Idle(var _, Reason why) ? why.text() : "";
        return own.isEmpty() ? unwanted : own;
    }

    // ---- what becomes of them ----

    /** The child as it is from now on, when its understudy is ready. */
    Optional<ChildFacts> takeOver(ChildFacts child, Moment now) {
        Understudy understudy = understudies.find(child.name()).orElse(null);
        if (understudy == null
                || !(child.state() instanceof Up before)
                || !(understudy.facts().state() instanceof Up up)
                || !up.ready()
                || !understudy.unwanted().isEmpty()) {
            return Optional.empty();
        }
        understudies.remove(child.name());
        ChildFacts next =
                child.forgotten()
                        .nextRun(understudy.facts().run())
                        .becameReady()
                        .state(ProbeRules.takeOver(up, child.spec(), now.nanos()));
        effects.add(
                new Effect.Tell(
                        new ProcessEvent.Replaced(next.id(), up.pid(), child.id(), before.pid())));
        apply(ChildRules.retire(child, before, understudy.grace(), now));
        return Optional.of(next);
    }

    /** The run they belong to is going, and they with it. */
    void end(ChildFacts child, boolean kill, Moment now) {
        giveUp(child, "the process to be replaced is going", kill, now);
        ChildFacts predecessor = predecessors.find(child.name()).orElse(null);
        if (predecessor != null && kill) {
            apply(ChildRules.stopNow(predecessor, Cause.ASKED, true, now));
        } else if (predecessor != null
                && predecessor.state() instanceof Stopping state
                && state.cause() == Cause.REPLACED) {
            apply(ChildRules.hurry(predecessor, state, now));
        }
    }

    private boolean has(String name) {
        return understudies.contains(name) || predecessors.contains(name);
    }

    /** Whether this end of a current run is to be heard later, after theirs. */
    boolean keeps(TreeInput.Stopped event) {
        boolean later = !event.stuck() && has(event.name());
        if (later) {
            unheard.put(event.name(), event);
        }
        return later;
    }

    /** The end of a current run that can be heard now. */
    Optional<TreeInput.Stopped> release(String name) {
        return has(name) ? Optional.empty() : unheard.remove(name);
    }
}
