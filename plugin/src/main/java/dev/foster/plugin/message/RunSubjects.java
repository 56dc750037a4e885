package dev.foster.plugin.message;

/** Where a host and the runner of a plugin speak of one run. */
final class RunSubjects {
    private RunSubjects() {}

    /** The runner says that the plugin is ready. */
    static String ready(String run) {
        return "foster.run." + run + ".ready";
    }

    /** The host asks how it is. */
    static String ask(String run) {
        return "foster.run." + run + ".ask";
    }

    /** The host wants it to end. */
    static String stop(String run) {
        return "foster.run." + run + ".stop";
    }

    /** Where answers to its own requests arrive. */
    static String inbox(String plugin) {
        return "_INBOX." + plugin;
    }
}
