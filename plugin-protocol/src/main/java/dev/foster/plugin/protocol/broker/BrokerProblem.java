package dev.foster.plugin.protocol.broker;

import dev.foster.plugin.protocol.ProtocolProblem;
import dev.foster.plugin.protocol.Quoted;

import java.time.Duration;

/** Why a brokered connection did not come about. */
public sealed interface BrokerProblem extends ProtocolProblem {

    /** The connection's number, as people write it. */
    private static String unsigned(int id) {
        return Integer.toUnsignedString(id);
    }

    record NotAnnounced(int id, Duration waited) implements BrokerProblem {
        @Override
        public String code() {
            return "not-announced";
        }

        @Override
        public String message() {
            return "cannot dial brokered connection "
                    + unsigned(id)
                    + ": timeout waiting for connection info ("
                    + waited.toMillis()
                    + " ms); the other side must accept this id, and each time it does it can be"
                    + " dialled once";
        }
    }

    record KnockUnanswered(int id, Duration waited) implements BrokerProblem {
        @Override
        public String code() {
            return "knock-unanswered";
        }

        @Override
        public String message() {
            return "cannot dial brokered connection "
                    + unsigned(id)
                    + ": timeout waiting for multiplexing knock handshake on id "
                    + unsigned(id)
                    + " ("
                    + waited.toMillis()
                    + " ms); the other side must accept this id";
        }
    }

    record KnockRefused(int id, String why) implements BrokerProblem {
        @Override
        public String code() {
            return "knock-refused";
        }

        @Override
        public String message() {
            return "cannot dial brokered connection "
                    + unsigned(id)
                    + ": failed to knock for id "
                    + unsigned(id)
                    + ": "
                    + Quoted.plain(why)
                    + "; the other side must accept this id and keep its server";
        }
    }

    record AlreadyAccepted(int id) implements BrokerProblem {
        @Override
        public String code() {
            return "already-accepted";
        }

        @Override
        public String message() {
            return "cannot accept brokered connection "
                    + unsigned(id)
                    + ": a server for this id exists; take a new id from nextId()";
        }
    }

    record Closed(String why) implements BrokerProblem {
        @Override
        public String code() {
            return "broker-closed";
        }

        @Override
        public String message() {
            return "cannot broker a connection: broker closed, because "
                    + why
                    + "; restart the plugin to get a new one";
        }
    }

    record AlreadyStarted() implements BrokerProblem {
        @Override
        public String code() {
            return "broker-started";
        }

        @Override
        public String message() {
            return "cannot start the broker: another stream has started it; a broker serves one"
                    + " peer once";
        }
    }
}
