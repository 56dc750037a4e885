package dev.foster.tui.world;

import dev.foster.control.BusView;

import java.util.List;
import java.util.Optional;

/**
 * Who listens in the chat.
 *
 * @param commands what people can ask for there
 * @param obstacle why nobody listens, one sentence; empty as long as somebody may
 */
public record ChatState(List<BusView.CommandView> commands, Optional<String> obstacle) {
    public static final ChatState UNKNOWN = new ChatState(List.of(), Optional.empty());

    public ChatState {
        commands = List.copyOf(commands);
    }
}
