package dev.foster.stdio.gateway;

import dev.foster.stdio.rpc.RawJson;

import java.util.Optional;

/**
 * A request a child works on.
 *
 * @param guest whose it is
 * @param child who works on it
 * @param number when it came, compared with others
 * @param begun when it came, on the monotonic clock
 * @param childId its id as the child knows it
 * @param clientId its id as the client knows it
 * @param token the client's progress token, as it was written
 * @param aside hears what belongs to it
 * @param logs whether its sender wants to hear log messages
 * @param method what is asked
 */
record Flight(
        Guest guest,
        RpcPeer child,
        long number,
        long begun,
        RawJson childId,
        RawJson clientId,
        Optional<RawJson> token,
        ClientSink aside,
        boolean logs,
        String method) {}
