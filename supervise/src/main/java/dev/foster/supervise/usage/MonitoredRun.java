package dev.foster.supervise.usage;

import dev.foster.process.Child;
import dev.foster.process.Excess;
import dev.foster.process.ResourceLimits;
import dev.foster.process.UsageMeter;
import dev.foster.supervise.spec.LimitRule;

import org.jspecify.annotations.Nullable;

import java.util.Optional;
import java.util.OptionalLong;

/** A run that is watched; once it has begun, only the watching thread touches it. */
final class MonitoredRun {
    private final String name;
    private final long run;
    private final Child child;
    private final LimitRule.Then then;
    private final Optional<LimitJudge> judge;
    private UsageMeter.@Nullable Tree tree;
    private long toldOf;

    MonitoredRun(String name, long run, Child child, ResourceLimits limits, LimitRule rule) {
        this.name = name;
        this.run = run;
        this.child = child;
        this.then = rule.then();
        this.judge = limits.isNone() ? Optional.empty() : Optional.of(new LimitJudge(limits, rule));
    }

    String name() {
        return name;
    }

    long run() {
        return run;
    }

    boolean limited() {
        return judge.isPresent();
    }

    boolean is(String otherName, long otherRun) {
        return run == otherRun && name.equals(otherName);
    }

    void enter(UsageMeter meter) {
        tree = meter.watch(child, limited());
    }

    void leave() {
        if (tree != null) {
            tree.close();
        }
    }

    /** What was measured of it since this was last asked; empty when nothing was. */
    Optional<UsageMeter.Tree> news() {
        if (tree == null || tree.measuredAt() == toldOf || !tree.there()) {
            return Optional.empty();
        }
        toldOf = tree.measuredAt();
        return Optional.of(tree);
    }

    Optional<Excess> judged(UsageMeter.Tree measured) {
        return judge.flatMap(it -> it.judge(measured));
    }

    /** What is done when it uses too much. */
    LimitRule.Then then() {
        return then;
    }

    /** Why it is not to go on when it cannot be measured; empty when nobody minds. */
    Optional<String> objection(Throwable fault) {
        return limited() && then != LimitRule.Then.REPORT
                ? Optional.of(
                        "cannot hold it to its limits: it cannot be measured ("
                                + fault
                                + "); look for what the system is short of")
                : Optional.empty();
    }

    OptionalLong proportionalBytes() {
        return tree == null ? OptionalLong.empty() : OptionalLong.of(tree.proportionalBytes());
    }
}
