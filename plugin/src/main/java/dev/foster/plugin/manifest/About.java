package dev.foster.plugin.manifest;

import java.util.Objects;
import java.util.Optional;

/**
 * What a plugin is.
 *
 * @param id what it is called everywhere
 * @param name what people call it; its id unless it says otherwise
 * @param version its own version; empty when it says none
 * @param description what it is for; empty when it does not say
 * @param minimumHost the oldest version of the host it works with, by a Mattermost manifest
 */
public record About(
        String id, String name, String version, String description, Optional<String> minimumHost) {

    public About {
        Objects.requireNonNull(id);
        name = name.isEmpty() ? id : name;
        Objects.requireNonNull(version);
        Objects.requireNonNull(description);
        Objects.requireNonNull(minimumHost);
    }

    /** Of a plugin of which nothing else is known. */
    public static About of(String id) {
        return new About(id, "", "", "", Optional.empty());
    }

    About id(String wanted) {
        return new About(wanted, name, version, description, minimumHost);
    }

    About name(String wanted) {
        return new About(id, wanted, version, description, minimumHost);
    }

    About version(String wanted) {
        return new About(id, name, wanted, description, minimumHost);
    }

    About description(String wanted) {
        return new About(id, name, version, wanted, minimumHost);
    }
}
