package dev.foster.supervise.simulation;

import dev.foster.process.Exit;
import dev.foster.supervise.report.ProcessEvent;
import dev.foster.supervise.report.ProcessStatus;
import dev.foster.supervise.report.ProcessStatus.Word;
import dev.foster.supervise.rules.Effect;
import dev.foster.supervise.rules.TreeInput;
import dev.foster.supervise.simulation.Account.Outcome;
import dev.foster.supervise.spec.Backoff;
import dev.foster.supervise.spec.Condition;
import dev.foster.supervise.spec.Order;
import dev.foster.supervise.spec.ProcessSpec;
import dev.foster.supervise.spec.StackSpec;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What must hold whatever happens, judged by an account of its own: it hears the same news and sees
 * the effects. When a run counts as failed it learns from what the rules announce; so a failure
 * that they pass over in silence is not noticed by the checks of backoff and limit.
 */
final class Invariants {
    private static final long SECOND = 1_000_000_000L;

    private final SimulatedTime time;
    private final Map<String, Account> accounts = new HashMap<>();
    private Order order;
    private Set<String> grouped = new HashSet<>();

    /** Some news was dealt with later than it came: no account of waits and counts is exact. */
    private boolean late;

    Invariants(StackSpec stack, SimulatedTime time) {
        this.time = time;
        this.order = new Order(stack);
        stack.processes().forEach(spec -> accounts.put(spec.name(), new Account(spec)));
        group(stack);
    }

    private void group(StackSpec stack) {
        grouped = new HashSet<>();
        stack.groups().forEach(group -> grouped.addAll(order.leaves(group.name())));
    }

    private Account account(String name) {
        Account account = accounts.get(name);
        if (account == null) {
            throw new AssertionError("nobody is called " + name);
        }
        return account;
    }

    // ---- what it hears ----

    void commanded(TreeInput command) {
        switch (command) {
            case TreeInput.StartAsked(Set<String> names, boolean ungated, var _) ->
                    names.forEach(name -> wanted(name, true, ungated));
            case TreeInput.RestartAsked(Set<String> names, var _) ->
                    names.forEach(name -> wanted(name, true, false));
            case TreeInput.StopAsked(Set<String> names, boolean _, var _) ->
                    names.forEach(name -> wanted(name, false, false));
            case TreeInput.ReplaceAsked asked -> account(asked.name()).replaceAsked = true;
            case TreeInput.StackChanged(StackSpec stack, var _) -> changed(stack);
            case TreeInput.OfRun _, TreeInput.DeadlinePassed _ -> {}
        }
    }

    private void wanted(String name, boolean wanted, boolean ungated) {
        account(name).wanted(wanted, ungated, time.nanos());
    }

    private void changed(StackSpec stack) {
        order = new Order(stack);
        group(stack);
        var names = new HashSet<String>();
        for (ProcessSpec spec : stack.processes()) {
            names.add(spec.name());
            Account account = accounts.get(spec.name());
            if (account == null) {
                account = new Account(spec);
                accounts.put(spec.name(), account);
                account.wanted = spec.enabled();
            } else {
                boolean begins = (account.removed || !account.spec.enabled()) && spec.enabled();
                account.removed = false;
                account.spec = spec;
                // Some changes restart it, some do not.
                account.disturb();
                if (begins) {
                    wanted(spec.name(), true, false);
                }
            }
        }
        accounts.forEach(
                (name, account) -> {
                    if (!names.contains(name)) {
                        account.removed = true;
                        wanted(name, false, false);
                    }
                });
    }

    void heard(TreeInput event) {
        if (!(event instanceof TreeInput.OfRun news)) {
            return;
        }
        Account account = accounts.get(news.name());
        if (account == null) {
            return;
        }
        if (account.run != news.run()) {
            boolean gone = news instanceof TreeInput.Stopped stopped && !stopped.stuck();
            if (gone || news instanceof TreeInput.SpawnFailed) {
                account.goneBeside(news.run(), time.nanos());
            }
            return;
        }
        switch (news) {
            case TreeInput.Spawned _ -> {
                account.shortage = false;
                account.up = true;
                account.upSince = time.nanos();
                account.runEndedAt = Long.MAX_VALUE;
                account.ready = account.spec.readiness().probe().isEmpty();
                account.wasReady = account.ready;
            }
            case TreeInput.Exited(String _, long run, Exit exit, var _) -> {
                account.up = false;
                account.ready = false;
                account.runEndedAt = Math.min(account.runEndedAt, time.nanos());
                boolean success =
                        exit.overLimit().isEmpty()
                                && account.spec.restart().successCodes().contains(exit.shellCode());
                account.outcome = success ? Outcome.SUCCESS : Outcome.FAILURE;
                account.failedByItself = !account.stopped.contains(run);
            }
            case TreeInput.Stopped _ -> {
                account.up = false;
                account.ready = false;
                account.endedAt = time.nanos();
            }
            case TreeInput.SpawnFailed failed -> {
                account.shortage = failed.kind() == TreeInput.NoStart.SHORTAGE;
                account.failedByItself = true;
                account.outcome = Outcome.FAILURE;
                account.endedAt = time.nanos();
            }
            case TreeInput.Delayed _,
                    TreeInput.SaidReady _,
                    TreeInput.SaidAlive _,
                    TreeInput.Suspended _,
                    TreeInput.Refused _,
                    TreeInput.Probed _,
                    TreeInput.OverLimit _ -> {}
        }
    }

    void told(ProcessEvent event) {
        Account account = accounts.get(event.name());
        if (account == null) {
            return;
        }
        boolean ofCurrent = event.run() == account.run;
        switch (event.kind()) {
            case READY -> {
                account.ready |= ofCurrent;
                account.wasReady |= ofCurrent;
            }
            case UNHEALTHY, NOT_READY -> account.failedByItself |= ofCurrent;
            case OVER_LIMIT ->
                    account.failedByItself |=
                            ofCurrent && !"report".equals(event.details().get("then"));
            case RESTARTING -> failed(account);
            // A request that changed nothing is not told, and forgives nothing.
            case START_ASKED, STOP_ASKED, RESTART_ASKED -> account.disturb();
            case GAVE_UP -> gaveUp(event.name(), account);
            case REPLACED -> account.tookOver(time.nanos());
            case REPLACEMENT_FAILED -> account.notReplaced(event.run());
            case REMOVED -> accounts.remove(event.name());
            default -> {}
        }
    }

    private void failed(Account account) {
        // Up for long enough: what was before is forgotten.
        if (account.upSince > 0
                && account.runEndedAt - account.upSince
                        >= account.spec.restart().resetAfter().toNanos()) {
            account.failures = 0;
        }
        account.failures++;
        account.undisturbed = true;
        if (!account.shortage) {
            account.restarts.addLast(time.nanos());
        }
    }

    private void gaveUp(String name, Account account) {
        account.outcome = Outcome.FAILURE;
        var limit = account.spec.restart().limit().orElseThrow();
        int recent = recent(account, limit.within());
        if (account.undisturbed && !late && !grouped.contains(name) && recent != limit.count()) {
            throw new AssertionError(
                    name + " gave up after " + recent + " restarts, its limit is " + limit);
        }
    }

    private int recent(Account account, Duration within) {
        long oldest = time.nanos() - within.toNanos();
        return (int) account.restarts.stream().filter(at -> at > oldest).count();
    }

    /** This was to be done, and even the attempt failed. */
    void failed(Effect effect) {
        if (effect instanceof Effect.Spawn(ProcessSpec spec, long run)) {
            heard(
                    new TreeInput.SpawnFailed(
                            spec.name(), run, "simulated", TreeInput.NoStart.PASSING));
        }
    }

    /** The supervision survived a fault. */
    void faulted(String doing) {
        late |= doing.startsWith("deal ");
    }

    // ---- what it judges ----

    void performed(Effect effect, SimulatedSystem system) {
        switch (effect) {
            case Effect.Spawn spawn -> spawns(spawn, system);
            case Effect.Stop stop -> stops(stop.name(), stop.run());
            case Effect.Retire retire -> stops(retire.name(), retire.run());
            case Effect.Ask ask -> {
                if (account(ask.name()).stopped.contains(ask.run())) {
                    throw new AssertionError("probes what is being stopped: " + ask);
                }
            }
            case Effect.StopAsking _, Effect.GiveUpStart _, Effect.Tell _ -> {}
        }
    }

    private void stops(String name, long run) {
        if (accounts.containsKey(name)) {
            account(name).stops(run, time.nanos());
        }
    }

    private void spawns(Effect.Spawn spawn, SimulatedSystem system) {
        String name = spawn.spec().name();
        Account account = account(name);
        if (account.replaceAsked && account.understudy == 0) {
            account.rehearses(spawn.run());
            return;
        }
        if (system.copies(name) > 0) {
            throw new AssertionError("a second copy of " + name);
        }
        if (!account.wanted) {
            throw new AssertionError(name + " is started though somebody stopped it");
        }
        if (!account.ungated) {
            order.waitsFor(name).forEach((on, condition) -> holds(name, on, condition));
        }
        account.ungated = false;
        account.run = spawn.run();
        if (account.undisturbed && !late && account.failedByItself && !grouped.contains(name)) {
            restarts(name, account);
        }
        account.outcome = Outcome.NONE;
        account.wasReady = false;
        account.upSince = 0;
    }

    private void restarts(String name, Account account) {
        var policy = account.spec.restart();
        Duration shortest = policy.backoff().wait(account.failures, 0);
        Duration longest = policy.backoff().wait(account.failures, 1);
        long waited = time.nanos() - account.endedAt;
        if (waited < shortest.toNanos()) {
            throw new AssertionError(
                    name + " waited " + waited + " ns, its backoff is at least " + shortest);
        }
        boolean alone = order.waitsFor(name).isEmpty();
        if (alone && waited > longest.toNanos() + SECOND / 10) {
            throw new AssertionError(
                    name + " waited " + waited + " ns, its backoff is at most " + longest);
        }
        if (policy.backoff() instanceof Backoff.Growing(var _, var _, Duration max, var _)
                && alone
                && waited > max.toNanos() + SECOND / 10) {
            throw new AssertionError(name + " waited longer than the longest backoff");
        }
        policy.limit()
                .ifPresent(
                        limit -> {
                            if (recent(account, limit.within()) > limit.count()) {
                                throw new AssertionError(
                                        name + " is restarted beyond its limit " + limit);
                            }
                        });
    }

    private void holds(String name, String on, Condition condition) {
        Account other = account(on);
        boolean completed = !other.up && other.outcome == Outcome.SUCCESS;
        boolean held =
                switch (condition) {
                    case STARTED -> other.up || completed;
                    case READY -> (other.up && other.ready) || (completed && other.wasReady);
                    case COMPLETED -> !other.up && other.outcome != Outcome.NONE;
                    case COMPLETED_SUCCESSFULLY -> completed;
                };
        // A group goes on without a member that was ready and failed for good.
        boolean past =
                order.onlyBefore(name).contains(on)
                        && !other.up
                        && other.outcome == Outcome.FAILURE
                        && other.wasReady;
        if (!held && !past) {
            throw new AssertionError(
                    name
                            + " is started before "
                            + on
                            + " is "
                            + condition
                            + " ("
                            + other.outcome
                            + ")");
        }
    }

    void oneCopy(SimulatedSystem system) {
        accounts.forEach(
                (name, account) -> {
                    int beside = account.understudy == 0 && account.predecessor == 0 ? 0 : 1;
                    if (system.copies(name) > 1 + beside) {
                        throw new AssertionError(system.copies(name) + " copies of " + name);
                    }
                    if (account.predecessor != 0
                            && !account.stopped.contains(account.predecessor)) {
                        throw new AssertionError(
                                name + " was replaced, but what it replaced is left alone");
                    }
                });
    }

    /** Nobody waits for the end of a stop for ever. */
    void bounded(List<ProcessStatus> states) {
        long bound = 15 * SECOND;
        for (ProcessStatus state : states) {
            bound += state.spec().child().stopPlan().bound().toNanos() + 2 * SECOND;
        }
        for (ProcessStatus state : states) {
            Account account = account(state.name());
            boolean gone =
                    switch (state.word()) {
                        case STARTING, RUNNING, UNHEALTHY, SUSPENDED, STOPPING -> false;
                        default -> true;
                    };
            if (!gone && time.nanos() - bound > account.unwantedSince) {
                throw new AssertionError(
                        state.name() + " is still " + state.word() + " after a stop");
            }
        }
    }

    /** In a calm system everything wanted finds its place. */
    void settled(List<ProcessStatus> states) {
        for (ProcessStatus state : states) {
            boolean resting =
                    switch (state.word()) {
                        case RUNNING, COMPLETED, FAILED, GAVE_UP, STOPPED, DISABLED -> true;
                        case WAITING -> waits(state, states);
                        case BLOCKED -> waitsInVain(state, states);
                        case STARTING, UNHEALTHY, SUSPENDED, STOPPING, RESTARTING, STUCK -> false;
                    };
            if (!resting) {
                throw new AssertionError(
                        state.name()
                                + " is still "
                                + state.word()
                                + " in a calm system: "
                                + state.reason());
            }
        }
    }

    /** Some wait for a service to complete: that may be for ever, and is not in vain. */
    private boolean waits(ProcessStatus state, List<ProcessStatus> states) {
        return unmet(state, states).stream().anyMatch(other -> !rests(other))
                && (grouped.contains(state.name())
                        || unmet(state, states).stream().noneMatch(Invariants::rests));
    }

    /** Some wait for one that has failed, or that nobody wants, and should say so. */
    private boolean waitsInVain(ProcessStatus state, List<ProcessStatus> states) {
        return grouped.contains(state.name())
                || unmet(state, states).stream().anyMatch(Invariants::rests);
    }

    /** Nothing happens to it any more unless somebody acts. */
    private static boolean rests(ProcessStatus other) {
        return switch (other.word()) {
            case COMPLETED, FAILED, GAVE_UP, STOPPED, DISABLED, BLOCKED -> true;
            case WAITING, STARTING, RUNNING, UNHEALTHY, SUSPENDED, STOPPING, RESTARTING, STUCK ->
                    false;
        };
    }

    private List<ProcessStatus> unmet(ProcessStatus state, List<ProcessStatus> states) {
        return order.waitsFor(state.name()).entrySet().stream()
                .flatMap(
                        entry ->
                                states.stream()
                                        .filter(other -> other.name().equals(entry.getKey()))
                                        .filter(other -> neverHolds(entry.getValue(), other)))
                .toList();
    }

    private boolean neverHolds(Condition condition, ProcessStatus other) {
        return switch (condition) {
            case COMPLETED_SUCCESSFULLY -> other.word() != Word.COMPLETED;
            case COMPLETED ->
                    switch (other.word()) {
                        case COMPLETED, FAILED -> false;
                        case GAVE_UP -> grouped.contains(other.name());
                        default -> true;
                    };
            case STARTED -> other.word() != Word.RUNNING && other.word() != Word.COMPLETED;
            case READY ->
                    other.word() != Word.RUNNING
                            && (other.word() != Word.COMPLETED || !account(other.name()).wasReady);
        };
    }
}
