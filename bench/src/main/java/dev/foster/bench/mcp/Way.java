package dev.foster.bench.mcp;

import dev.foster.bench.workshop.Contender;
import dev.foster.bench.workshop.TrialFailed;
import dev.foster.bench.workshop.Workshop;

/** How clients reach a server: directly, or through a gateway. */
interface Way extends Contender {
    /** Everything that has to run before the first client comes. */
    Opened open(Workshop workshop) throws TrialFailed;

    /** A way that can be taken, until it is closed. */
    interface Opened extends AutoCloseable {
        /** A new client with a server process of its own. */
        Conversation converse() throws TrialFailed;

        /** Processor time of what is in between, in seconds. */
        double processorSeconds();

        @Override
        void close();
    }
}
