package dev.foster.examples.eightball;

import dev.foster.sdk.bus.Bus;
import dev.foster.sdk.bus.CommandRequest;
import dev.foster.sdk.bus.MessagePlugin;

import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** Answers questions that are put with a yes or a no in mind. */
public final class EightBallPlugin implements MessagePlugin {
    static final List<String> ANSWERS =
            List.of(
                    "Yes, and sooner than you think.",
                    "All the signs I can read say yes.",
                    "I would bet my stand on it.",
                    "Nothing stands in the way.",
                    "The odds are on your side.",
                    "More likely than not.",
                    "It is too foggy in here to tell.",
                    "Shake me once more, gently.",
                    "Somebody else has to answer that.",
                    "I know, but you would not believe me.",
                    "Ask again when you have slept on it.",
                    "I would not count on it.",
                    "Only in stories.",
                    "The stars shrug.",
                    "No, and you knew that.");

    private final RandomGenerator chance;

    public EightBallPlugin() {
        this(RandomGenerator.getDefault());
    }

    EightBallPlugin(RandomGenerator chance) {
        this.chance = chance;
    }

    @Override
    public void initialize(Bus bus) {
        bus.command("foster.command.8ball.ask", this::answer);
    }

    String answer(CommandRequest request) {
        if (request.args().isBlank()) {
            throw new IllegalArgumentException("ask me something, such as !8ball will it rain?");
        }
        return "\uD83C\uDFB1 " + ANSWERS.get(chance.nextInt(ANSWERS.size()));
    }

    @Override
    public Optional<String> description() {
        return Optional.of("answers any question");
    }

    @Override
    public Optional<String> version() {
        return Optional.of("1.0.0");
    }
}
