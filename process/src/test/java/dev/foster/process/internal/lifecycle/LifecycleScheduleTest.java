package dev.foster.process.internal.lifecycle;

import static dev.foster.process.internal.lifecycle.LifecycleStage.millis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.process.Exit.Asked;
import dev.foster.process.Exit.Ending;
import dev.foster.process.Signal;
import dev.foster.process.StopPlan;
import dev.foster.process.StopReport.Took;
import dev.foster.process.internal.lifecycle.LifecycleInput.StopAsked;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * Lives of children that end when they like, or not, in a world where effects fail and answers are
 * late: each must come to its end, and nothing may be done to it out of turn. {@code
 * -Dfoster.fuzz.seed=…} lives those of an earlier run again.
 */
class LifecycleScheduleTest {
    private static final int LIVES = 20_000;

    @Test
    void everyLifeKeepsThePromises() {
        long seed = Long.getLong("foster.fuzz.seed", System.nanoTime());
        for (int i = 0; i < LIVES; i++) {
            var life = new Life(new SplittableRandom(seed + i));
            try {
                life.live();
            } catch (AssertionError broken) {
                throw new AssertionError(
                        "seed " + (seed + i) + ": " + String.join("; ", life.story), broken);
            }
        }
    }

    /** One child and what can happen to it, decided by dice. */
    private static final class Life {
        private final SplittableRandom dice;
        private final LifecycleStage stage = new LifecycleStage();
        private final List<String> story = new ArrayList<>();
        private final boolean reactsToEof;
        private final boolean reactsToTerm;
        private final boolean canBeKilled;
        private final StopPlan plan;
        private int leftovers;
        private boolean alive = true;
        private boolean gone;
        private boolean outputEnded;
        private boolean asked;
        private boolean killed;
        private int countsDue;
        private int told;
        private int reported;

        Life(SplittableRandom dice) {
            this.dice = dice;
            reactsToEof = dice.nextBoolean();
            reactsToTerm = dice.nextBoolean();
            canBeKilled = dice.nextInt(10) > 0;
            leftovers = dice.nextInt(3);
            plan =
                    new StopPlan(
                            millis(dice.nextInt(3) * 100L),
                            dice.nextInt(5) == 0 ? Signal.KILL : Signal.TERM,
                            millis(dice.nextInt(3) * 500L),
                            millis(dice.nextInt(3) * 500L));
        }

        void live() {
            for (int i = 0; i < 30; i++) {
                chance();
            }
            // From here on nothing fails and nobody dawdles: it must come to its end in time.
            stage.failing(_ -> false);
            happens("stop for good", new StopAsked(plan, Asked.CLOSE, true));
            long end = stage.now() + bound().toNanos();
            while (stage.now() < end) {
                answer();
                pass(millis(10));
            }
            assertThat(reported).as("reports").isOne();
            assertThat(told).as("exits told").isEqualTo(gone ? 1 : 0);
            assertThat(stage.state().deadline()).isEqualTo(Lifecycle.NEVER);
        }

        private Duration bound() {
            // Its own time, the longest doubt, and that of the exit that waits for its output.
            return plan.bound().plusSeconds(12);
        }

        private void chance() {
            switch (dice.nextInt(9)) {
                case 0 -> happens("stop", new StopAsked(plan, Asked.STOP, dice.nextBoolean()));
                case 1 -> happens("sweep", new LifecycleInput.SweepAsked(plan));
                case 2 -> {
                    if (dice.nextInt(4) == 0) {
                        alive = false;
                    }
                }
                case 3 -> answer();
                case 4 -> {
                    if (!outputEnded && dice.nextInt(3) == 0) {
                        outputEnded = true;
                        happens("output ended", new LifecycleInput.OutputEnded());
                    }
                }
                case 5 -> {
                    story.add("effects fail");
                    stage.failing(_ -> dice.nextInt(3) == 0);
                }
                case 6 -> stage.failing(_ -> false);
                case 7 -> stage.passUnseen(millis(dice.nextInt(3_000)));
                default -> pass(millis(dice.nextInt(400)));
            }
        }

        /** What the world says by itself: that the process is gone, and how many are left. */
        private void answer() {
            if (!alive && !gone) {
                gone = true;
                happens(
                        "exited",
                        LifecycleStage.exit(new Ending.Code(dice.nextInt(2)), Optional.empty()));
            }
            for (; countsDue > 0; countsDue--) {
                boolean doubt = leftovers == 0 && dice.nextInt(4) == 0;
                happens(
                        "counted " + leftovers,
                        new LifecycleInput.Counted(leftovers, doubt ? 1 : 0));
            }
        }

        private void happens(String what, LifecycleInput event) {
            story.add(what);
            stage.on(event);
            see();
        }

        private void pass(Duration time) {
            stage.pass(time);
            see();
        }

        private void see() {
            for (List<LifecycleEffect> all = stage.taken(); !all.isEmpty(); all = stage.taken()) {
                all.forEach(this::see);
            }
        }

        private void see(LifecycleEffect effect) {
            story.add(effect.toString());
            switch (effect) {
                case LifecycleEffect.CloseInput _ -> alive &= !reactsToEof;
                case LifecycleEffect.NoteDescendants _ -> assertThat(gone).isFalse();
                case LifecycleEffect.AskGroup _ -> {
                    assertThat(gone || killed).isFalse();
                    asked = true;
                    alive &= !reactsToTerm;
                }
                case LifecycleEffect.KillGroup _ -> {
                    assertThat(gone || killed).isFalse();
                    killed = true;
                    alive &= !canBeKilled;
                }
                case LifecycleEffect.LookWhetherThere _ -> {
                    assertThat(killed).isTrue();
                    happens("seen " + alive, new LifecycleInput.Seen(alive));
                }
                case LifecycleEffect.CountLeftovers _ -> {
                    assertThat(gone).isTrue();
                    countsDue++;
                }
                case LifecycleEffect.AskLeftovers _ -> {
                    assertThat(gone).isTrue();
                    leftovers -= leftovers > 0 ? dice.nextInt(2) : 0;
                }
                case LifecycleEffect.KillAskedSince _ -> assertThat(gone).isTrue();
                case LifecycleEffect.KillLeftovers _ -> leftovers = 0;
                case LifecycleEffect.TellExit(End _, boolean open) -> {
                    assertThat(gone).isTrue();
                    assertThat(open).isEqualTo(!outputEnded);
                    told++;
                }
                case LifecycleEffect.Report(Took took, long _) -> {
                    assertThat(took == Took.STUCK || told == 1).as("reported after told").isTrue();
                    assertThat(took == Took.TERMINATE).isEqualTo(took == Took.TERMINATE && asked);
                    assertThat(took == Took.STUCK || leftovers == 0).as("none is left").isTrue();
                    reported++;
                }
            }
        }
    }
}
