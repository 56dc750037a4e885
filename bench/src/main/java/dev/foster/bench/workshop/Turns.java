package dev.foster.bench.workshop;

import dev.foster.bench.scores.Scores;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

/** The order of turns: in every round each contender takes one, in random order. */
public final class Turns {
    private final Random random = new Random(25);
    private final String trial;
    private final int rounds;

    public Turns(String trial, int rounds) {
        this.trial = trial;
        this.rounds = rounds;
    }

    /** What a contender does in its turn; it returns what was measured. */
    public interface Turn<C extends Contender> {
        Map<String, Double> take(C contender) throws TrialFailed;
    }

    public <C extends Contender> Scores take(List<C> contenders, Turn<C> turn) {
        var scores = new Scores(rounds);
        for (int round = 0; round < rounds; round++) {
            for (C contender : shuffled(contenders)) {
                if (!scores.failures().containsKey(contender.name())) {
                    take(contender, round, turn, scores);
                }
            }
        }
        return scores;
    }

    public <C> List<C> shuffled(List<C> contenders) {
        var order = new ArrayList<>(contenders);
        Collections.shuffle(order, random);
        return order;
    }

    private <C extends Contender> void take(C contender, int round, Turn<C> turn, Scores scores) {
        try {
            Map<String, Double> measured = turn.take(contender);
            measured.forEach((key, value) -> scores.put(key, contender.name(), round, value));
            say(round, contender.name(), measured);
        } catch (TrialFailed failure) {
            scores.failed(contender.name(), failure.why());
            say(round, contender.name() + ": " + failure.why(), Map.of());
        }
    }

    /** A line on standard error for whoever waits. */
    public void say(int round, String who, Map<String, Double> measured) {
        var line = new StringBuilder(trial + " " + (round + 1) + "/" + rounds + " " + who);
        measured.forEach(
                (key, value) -> line.append(String.format(Locale.ROOT, " %s=%.2f", key, value)));
        System.err.println(line);
    }
}
