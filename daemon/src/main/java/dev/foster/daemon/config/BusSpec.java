package dev.foster.daemon.config;

import dev.foster.plugin.message.BusEntry;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * The bus of a project.
 *
 * @param where whether it is ours
 * @param prefix what a command in a chat begins with
 * @param admins who may ask for the commands that change something
 * @param usage whether what processes use is told also where nobody knows if somebody listens
 */
@SuppressWarnings("exports") // the plugin host is no module
public record BusSpec(Where where, String prefix, List<String> admins, boolean usage) {
    public static final String USUAL_PREFIX = "!";

    /** Whose bus it is. */
    public sealed interface Where {

        /**
         * One in the daemon itself.
         *
         * @param port 0 for any that is free
         * @param guest lets programs in that Foster did not start
         * @param bridges the plugins that may speak for people
         */
        record Embedded(String host, int port, Optional<BusEntry.User> guest, Set<String> bridges)
                implements Where {
            public Embedded {
                bridges = Set.copyOf(bridges);
            }

            public Embedded(String host, int port, Optional<BusEntry.User> guest) {
                this(host, port, guest, Set.of());
            }
        }

        /**
         * One that somebody else runs.
         *
         * @param adminSubject where its servers let only those publish who vouch for names
         */
        record Remote(BusEntry entry, Optional<String> adminSubject) implements Where {
            public Remote(BusEntry entry) {
                this(entry, Optional.empty());
            }
        }
    }

    public BusSpec {
        Objects.requireNonNull(where);
        Objects.requireNonNull(prefix);
        admins = List.copyOf(admins);
    }

    public BusSpec(Where where, String prefix, List<String> admins) {
        this(where, prefix, admins, false);
    }

    BusSpec where(Where wanted) {
        return new BusSpec(wanted, prefix, admins, usage);
    }

    BusSpec prefix(String wanted) {
        return new BusSpec(where, wanted, admins, usage);
    }

    BusSpec admins(List<String> wanted) {
        return new BusSpec(where, prefix, wanted, usage);
    }

    BusSpec usage(boolean wanted) {
        return new BusSpec(where, prefix, admins, wanted);
    }

    /**
     * Whether it can be this one while it is used: at most it is elsewhere, or entered otherwise.
     */
    public boolean canBecome(BusSpec next) {
        return equals(next)
                || (where instanceof Where.Remote here
                        && next.where instanceof Where.Remote there
                        && here.adminSubject().equals(there.adminSubject())
                        && new BusSpec(there, prefix, admins, usage).equals(next));
    }

    /** One of our own that nobody need know of. */
    public static BusSpec embedded() {
        return new BusSpec(
                new Where.Embedded("127.0.0.1", 0, Optional.empty()), USUAL_PREFIX, List.of());
    }
}
