package dev.foster.plugin;

import org.jspecify.annotations.Nullable;

import java.util.Optional;

/** A plugin could not be had. Its message is for people, its kind for programs. */
public final class PluginException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** What is the matter. */
    public enum Kind {
        /** There is no plugin of that id. */
        UNKNOWN,
        /** What is said of it makes no sense, such as a dependency on itself. */
        INVALID,
        /** Others depend on it. */
        IN_USE,
        /** It does not run just now. */
        AWAY,
        /** It was started and did not come up; the cause says more where there is one. */
        FAILED,
        /** Somebody deactivated it meanwhile. */
        DEACTIVATED,
        /** It is not of the kind that can do this. */
        UNSUPPORTED,
        /** The host is closed. */
        CLOSED
    }

    private final Kind kind;
    private final @Nullable String id;

    PluginException(Kind kind, String id, String message) {
        this(kind, id, message, null);
    }

    PluginException(Kind kind, @Nullable String id, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.kind = kind;
        this.id = id;
    }

    public Kind kind() {
        return kind;
    }

    /** The plugin's; empty when it is the host that cannot be used. */
    public Optional<String> id() {
        return Optional.ofNullable(id);
    }
}
