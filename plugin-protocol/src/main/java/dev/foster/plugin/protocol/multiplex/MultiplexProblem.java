package dev.foster.plugin.protocol.multiplex;

import dev.foster.plugin.protocol.ProtocolProblem;
import dev.foster.plugin.protocol.Quoted;

import java.time.Duration;

/** Why there is no connection that could be shared. */
public sealed interface MultiplexProblem extends ProtocolProblem {

    record CannotConnect(String address, String why) implements MultiplexProblem {
        @Override
        public String code() {
            return "cannot-connect";
        }

        @Override
        public String message() {
            return "cannot connect to "
                    + Quoted.text(address)
                    + ": "
                    + why
                    + "; check that the plugin still runs and has announced this address";
        }
    }

    record NobodyCame(String address, Duration waited) implements MultiplexProblem {
        @Override
        public String code() {
            return "nobody-connected";
        }

        @Override
        public String message() {
            return "cannot serve on "
                    + address
                    + ": no host connected within "
                    + waited.toMillis()
                    + " ms; a host has to connect right after it has read the handshake line";
        }
    }
}
