package dev.foster.sdk.bus;

/** Answers a command. */
@FunctionalInterface
public interface CommandHandler {
    /** The answer, as people will read it; what is thrown reaches them as an error. */
    String answer(CommandRequest request) throws Exception;
}
