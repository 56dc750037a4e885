package dev.foster.stdio.gateway;

import dev.foster.stdio.rpc.RpcMessage;

/** Somebody who uses a lane, alone or with others. */
interface Guest {

    /** Hears a message of the child that belongs to none of his requests. */
    void hear(RpcMessage message);

    /** Whether the child may ask him something while none of his requests is under way. */
    boolean answersAnytime();

    /** There is a new child, which knows nothing of what the old one was told. */
    void restarted(Greeted child);
}
