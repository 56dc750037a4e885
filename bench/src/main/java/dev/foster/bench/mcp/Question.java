package dev.foster.bench.mcp;

/**
 * A request that is sent again and again.
 *
 * @param method what is called
 * @param name of the tool, if it is one
 * @param params as JSON, without the braces
 * @param sign what a right answer holds
 */
public record Question(String method, String name, String params, String sign) {
    /** The tool of the fixture that does nothing but answer. */
    public static final Question TRIVIAL =
            new Question(
                    "tools/call",
                    "test_simple_text",
                    "\"name\":\"test_simple_text\",\"arguments\":{}",
                    "This is a simple text response");

    /** Something that every server answers. */
    static final Question LIST = new Question("tools/list", "", "", "\"tools\":");

    private static final String INITIALIZE =
            "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-11-25\","
                + "\"capabilities\":{},\"clientInfo\":{\"name\":\"bench\",\"version\":\"1\"}}}";

    static final String INITIALIZED =
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}";

    private static final String META =
            "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
                + "\"io.modelcontextprotocol/clientInfo\":{\"name\":\"bench\",\"version\":\"1\"},"
                + "\"io.modelcontextprotocol/clientCapabilities\":{}}";

    static String initialize() {
        return INITIALIZE;
    }

    /** The message of the era that has a handshake. */
    String legacy(long id) {
        return message(id, params);
    }

    /** The message of the era in which each stands alone. */
    String modern(long id) {
        return message(id, params.isEmpty() ? META : params + "," + META);
    }

    private String message(long id, String inside) {
        return "{\"jsonrpc\":\"2.0\",\"id\":"
                + id
                + ",\"method\":\""
                + method
                + "\",\"params\":{"
                + inside
                + "}}";
    }

    /** True for the answer to the request with this id; its members come in any order. */
    static boolean answers(String line, long id) {
        String member = "\"id\":" + id;
        int at = line.indexOf(member);
        return at >= 0
                && at + member.length() < line.length()
                && !Character.isDigit(line.charAt(at + member.length()));
    }
}
