package dev.foster.daemon.config;

import static dev.foster.document.Notes.says;

import dev.foster.daemon.config.BusSpec.Where.Embedded;
import dev.foster.document.Section;
import dev.foster.document.Type;
import dev.foster.document.Types;
import dev.foster.document.Value.Mapping;
import dev.foster.document.Where;
import dev.foster.plugin.message.BusEntry;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Where the embedded bus listens, and to whom.
 *
 * @param open whether it may be elsewhere than on this machine
 * @param bridges the plugins that may speak for people
 */
record BusListener(ListenAddress address, boolean open, Set<String> bridges) {
    static final BusListener USUAL =
            new BusListener(ListenAddress.onThisMachine(0), false, Set.of());

    private static final Type<Set<String>> PLUGINS =
            Types.TEXTS.as(LinkedHashSet::new, names -> List.copyOf(new TreeSet<>(names)));

    static final Section<BusListener> SECTION =
            Section.of("", "", "", USUAL)
                    .field(
                            "listen",
                            ListenAddress.type(ListenAddress.onThisMachine(4222)),
                            BusListener::address,
                            (it, address) -> new BusListener(address, it.open, it.bridges),
                            says("Where the embedded bus listens, for programs that Foster does"
                                            + " not start. A port alone means loopback; elsewhere"
                                            + " needs `insecure`.")
                                    .usually("any free port of loopback")
                                    .example("127.0.0.1:4222"))
                    .field(
                            "insecure",
                            Types.TRUTH,
                            BusListener::open,
                            (it, open) -> new BusListener(it.address, open, it.bridges),
                            says(
                                    "Whether the embedded bus may listen elsewhere than on"
                                            + " loopback. It has no TLS there: messages and"
                                            + " passwords go over the network in clear text."))
                    .field(
                            "bridges",
                            PLUGINS,
                            BusListener::bridges,
                            (it, plugins) -> new BusListener(it.address, it.open, plugins),
                            says("On the embedded bus: the plugins that bring in what people"
                                            + " write, and vouch for their names. No other may"
                                            + " publish to `foster.chat`.")
                                    .example(List.of("cytube")));

    static BusListener of(Embedded bus) {
        var address = new ListenAddress(bus.host(), bus.port());
        return new BusListener(address, !address.local(), bus.bridges());
    }

    Embedded where(Optional<BusEntry.User> guest) {
        return new Embedded(address.host(), address.port(), guest, bridges);
    }

    /** Nobody shall open the bus to the network by mistake. */
    static void check(Mapping mapping, Where where, BusListener found) {
        if (mapping.has("url") || found.address.local()) {
            return;
        }
        if (found.open) {
            where.notice(
                    mapping.get("listen").orElse(mapping).place(),
                    "the bus is not encrypted: whoever can read along at "
                            + found.address.host()
                            + " learns its passwords");
        } else {
            where.in("listen")
                    .refuse(
                            mapping.get("listen").orElse(mapping),
                            "what is said there, passwords too, would go over the network in clear"
                                    + " text",
                            "listen at 127.0.0.1, name a server with TLS below bus.url, or add"
                                    + " insecure: true");
        }
    }
}
