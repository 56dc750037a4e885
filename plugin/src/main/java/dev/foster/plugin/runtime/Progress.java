package dev.foster.plugin.runtime;

/** Hears what is being done while a plugin is prepared, which can take minutes the first time. */
@FunctionalInterface
public interface Progress {
    void line(String text);

    /** Nobody listens. */
    static Progress silent() {
        return _ -> {};
    }
}
