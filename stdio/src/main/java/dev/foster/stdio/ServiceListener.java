package dev.foster.stdio;

import dev.foster.stdio.broker.BrokerListener;
import dev.foster.stdio.http.SessionFacts;

/** Hears what happens to the sessions and children of a service; must be quick. */
public interface ServiceListener extends BrokerListener {

    default void sessionOpened(SessionFacts session) {}

    default void sessionEnded(SessionFacts session, String why) {}

    static ServiceListener none() {
        return new ServiceListener() {};
    }
}
