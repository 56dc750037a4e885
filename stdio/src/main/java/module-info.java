/**
 * JSON-RPC children on standard input and output, and a broker that puts MCP servers behind HTTP.
 */
module dev.foster.stdio {
    requires static org.jspecify;
    requires transitive dev.foster.process;
    requires transitive dev.foster.supervise;
    requires transitive dev.foster.control;
    requires tools.jackson.core;

    exports dev.foster.stdio.child;
    exports dev.foster.stdio;
    exports dev.foster.stdio.access;
    exports dev.foster.stdio.broker;
    exports dev.foster.stdio.http;
    exports dev.foster.stdio.mcp;
    exports dev.foster.stdio.rpc;
}
