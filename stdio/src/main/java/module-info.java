/**
 * JSON-RPC children on standard input and output, and a broker that puts MCP servers behind HTTP.
 */
module dev.foster.stdio {
    requires static org.jspecify;
    requires transitive dev.foster.process;
    requires transitive dev.foster.supervise;
    requires transitive dev.foster.http;
    requires transitive dev.foster.json;
    requires dev.foster.thread;
    requires tools.jackson.core;

    exports dev.foster.stdio;
    exports dev.foster.stdio.child;
    exports dev.foster.stdio.mcp;
    exports dev.foster.stdio.report;
    exports dev.foster.stdio.rpc;
    exports dev.foster.stdio.spec;
}
