package dev.foster.stdio.gateway;

import java.util.Map;

/** Brings forth the correspondents of a server. */
@FunctionalInterface
interface Source {

    /**
     * Starts one.
     *
     * @param environment variables of the client it is for, over those of the server
     * @param heard gets its notifications and requests, in order
     * @throws RuntimeException when it cannot be started; the message says why and what to do
     */
    RpcPeer start(Map<String, String> environment, ClientSink heard);
}
