package dev.foster.bench.supervise;

import dev.foster.bench.workshop.Contender;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/** A supervisor, and how it is made to run a stack. */
public interface Peer extends Contender {
    /**
     * Writes its configuration: each child restarted at once however it ended, as far as the
     * supervisor can; its output in a file, with the time on each line, as far as the supervisor
     * can.
     */
    void configure(Stack stack) throws IOException;

    List<String> start(Stack stack);

    /** True when the command that starts it ends while the supervisor goes on. */
    default boolean detaches() {
        return false;
    }

    /** How it is asked to end, given the process that was started. */
    default List<String> stop(Stack stack, long started) {
        return List.of("kill", "-TERM", Long.toString(started));
    }

    /** What it is told beside the children's environment; at home in the stack's folder. */
    default Map<String, String> environment(Stack stack) {
        return Map.of("HOME", stack.folder().toString());
    }
}
