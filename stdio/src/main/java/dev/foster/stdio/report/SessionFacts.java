package dev.foster.stdio.report;

import java.time.Instant;

/**
 * A session as it stands.
 *
 * @param id the beginning of its Mcp-Session-Id: enough to name it, too little to use it
 * @param version the revision of MCP that was agreed on
 * @param opened when it began
 * @param heard when its client last sent something
 * @param running how many of its requests are not answered yet
 * @param listening how many streams its client reads now
 * @param lost how many messages nobody came for in time
 * @param pid the process behind it; 0 while there is none
 * @param restarts how often that was started again
 */
public record SessionFacts(
        String id,
        String server,
        String caller,
        String version,
        Instant opened,
        Instant heard,
        int running,
        int listening,
        long lost,
        long pid,
        int restarts) {}
