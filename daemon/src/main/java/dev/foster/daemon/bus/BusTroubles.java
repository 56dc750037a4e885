package dev.foster.daemon.bus;

import dev.foster.bus.broker.ClientTrouble;
import dev.foster.daemon.journal.DaemonEvent;
import dev.foster.daemon.journal.Journal;
import dev.foster.daemon.journal.JournalEntry;
import dev.foster.supervise.report.EventKind;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/** Writes down which clients of the bus had to go, or could not come in. */
public final class BusTroubles implements Consumer<ClientTrouble> {
    private final Journal journal;

    public BusTroubles(Journal journal) {
        this.journal = journal;
    }

    @Override
    public void accept(ClientTrouble trouble) {
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("from", trouble.peer());
        if (!trouble.user().isEmpty()) {
            details.put("user", trouble.user());
        }
        if (trouble.others() > 0) {
            details.put("others", trouble.others());
        }
        String rest =
                trouble.others() == 0
                        ? ""
                        : "; " + trouble.others() + " more before this one are not written down";
        journal.add(JournalEntry.of(kind(trouble.kind()), text(trouble) + rest).with(details));
    }

    private static EventKind kind(ClientTrouble.Kind kind) {
        return switch (kind) {
            case SLOW_CONSUMER -> DaemonEvent.BUS_SLOW_CONSUMER;
            case REFUSED -> DaemonEvent.BUS_REFUSED;
            case PROTOCOL_ERROR -> DaemonEvent.BUS_PROTOCOL_ERROR;
        };
    }

    private static String text(ClientTrouble trouble) {
        String who =
                (trouble.user().isEmpty() ? "somebody" : trouble.user())
                        + " from "
                        + trouble.peer();
        String what =
                switch (trouble.kind()) {
                    case SLOW_CONSUMER -> " had to leave the bus: ";
                    case REFUSED -> " was not let in at the bus: ";
                    case PROTOCOL_ERROR -> " had to leave the bus for what it said: ";
                };
        return who + what + trouble.why();
    }
}
