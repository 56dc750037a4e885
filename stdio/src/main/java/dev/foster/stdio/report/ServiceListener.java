package dev.foster.stdio.report;

/** Hears what happens to the sessions and children of a service; must be quick. */
public interface ServiceListener extends GatewayListener {

    default void sessionOpened(SessionFacts session) {}

    default void sessionEnded(SessionFacts session, String why) {}

    /**
     * Somebody came with a wrong token; told of some of them only.
     *
     * @param place the address
     * @param others how many more there were since the last that was told
     */
    default void wrongToken(String place, long others) {}

    static ServiceListener none() {
        return new ServiceListener() {};
    }
}
