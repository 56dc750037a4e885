package dev.foster.daemon.bus;

import java.util.Optional;

/** What people can have done to plugins from a chat, and where that is written down. */
public interface ChatActions {

    /**
     * How the plugins are, one line for each.
     *
     * @param name one of them only
     * @throws dev.foster.control.ControlProblem when there is none of that name
     */
    String status(Optional<String> name);

    /**
     * Begins a change.
     *
     * @throws dev.foster.control.ControlProblem when it cannot be done
     */
    void change(String verb, String name, String who);

    /** Writes down who wanted what, and what came of it. */
    void audit(String user, String text, String outcome);
}
