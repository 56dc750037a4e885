package dev.foster.plugin.session;

import dev.foster.plugin.protocol.ProtocolException;

/** What went wrong in the host itself when it was about to use a plugin, for people. */
public final class HostFault {
    private HostFault() {}

    /** Why, and what to do where that is known. */
    public static String words(Throwable fault) {
        if (fault instanceof ProtocolException told) {
            return told.problem().message();
        }
        if (fault instanceof LinkageError) {
            return "the libraries of the host do not fit together ("
                    + fault
                    + "); see that gRPC, Netty and protobuf are on its class path once, in the"
                    + " versions that Foster asks for";
        }
        return "the host met " + fault;
    }
}
