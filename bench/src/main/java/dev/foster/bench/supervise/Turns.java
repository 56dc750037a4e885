package dev.foster.bench.supervise;

import dev.foster.bench.scores.Scores;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

/** The order of turns: in every round each supervisor takes one, in random order. */
final class Turns {
    private final Random random = new Random(25);
    private final String trial;
    private final int rounds;

    Turns(String trial, int rounds) {
        this.trial = trial;
        this.rounds = rounds;
    }

    /** What a supervisor does in its turn; it returns what was measured. */
    interface Turn {
        Map<String, Double> take(Peer peer) throws TrialFailed;
    }

    Scores take(List<Peer> peers, Turn turn) {
        var scores = new Scores(rounds);
        for (int round = 0; round < rounds; round++) {
            for (Peer peer : shuffled(peers)) {
                if (!scores.failures().containsKey(peer.name())) {
                    take(peer, round, turn, scores);
                }
            }
        }
        return scores;
    }

    List<Peer> shuffled(List<Peer> peers) {
        var order = new ArrayList<>(peers);
        Collections.shuffle(order, random);
        return order;
    }

    private void take(Peer peer, int round, Turn turn, Scores scores) {
        try {
            Map<String, Double> measured = turn.take(peer);
            measured.forEach((key, value) -> scores.put(key, peer.name(), round, value));
            say(round, peer.name(), measured);
        } catch (TrialFailed failure) {
            scores.failed(peer.name(), failure.why());
            say(round, peer.name() + ": " + failure.why(), Map.of());
        }
    }

    /** A line on standard error for whoever waits. */
    void say(int round, String who, Map<String, Double> measured) {
        var line = new StringBuilder(trial + " " + (round + 1) + "/" + rounds + " " + who);
        measured.forEach(
                (key, value) -> line.append(String.format(Locale.ROOT, " %s=%.2f", key, value)));
        System.err.println(line);
    }
}
