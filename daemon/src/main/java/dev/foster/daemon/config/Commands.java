package dev.foster.daemon.config;

import dev.foster.process.ChildSpec;

import java.util.List;

/** Commands beside the one of a process. */
final class Commands {
    private Commands() {}

    /** A child that runs another command the way this one runs. */
    static ChildSpec of(List<String> command, ChildSpec like) {
        ChildSpec child = ChildSpec.of(command).environment(like.environment());
        return like.directory().map(child::directory).orElse(child);
    }
}
