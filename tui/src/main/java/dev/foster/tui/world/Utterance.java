package dev.foster.tui.world;

/**
 * One thing somebody said in the chat.
 *
 * @param who the person, a plugin, or Foster
 * @param well whether it is not the report of a failure
 */
public record Utterance(String who, String text, boolean well) {}
