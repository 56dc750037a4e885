package dev.foster.stdio.mcp;

import java.util.List;
import java.util.Set;

/** The fixed words of MCP: versions, methods, members, codes. */
public final class Mcp {
    /** The revision of the modern era. */
    public static final String MODERN = "2026-07-28";

    /** The newest revision of the legacy era. */
    public static final String LEGACY = "2025-11-25";

    /** What a legacy client that sends no version header speaks. */
    public static final String LEGACY_WITHOUT_HEADER = "2025-03-26";

    /** The revisions of the legacy era, newest first. */
    public static final List<String> LEGACY_VERSIONS =
            List.of(LEGACY, "2025-06-18", LEGACY_WITHOUT_HEADER, "2024-11-05");

    /** Every revision spoken here, newest first. */
    public static final List<String> VERSIONS =
            List.of(MODERN, LEGACY, "2025-06-18", LEGACY_WITHOUT_HEADER, "2024-11-05");

    // Members of _meta.
    public static final String META = "_meta";
    public static final String META_VERSION = "io.modelcontextprotocol/protocolVersion";
    public static final String META_CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";
    public static final String META_CLIENT = "io.modelcontextprotocol/clientInfo";
    public static final String META_SERVER = "io.modelcontextprotocol/serverInfo";
    public static final String META_LOG_LEVEL = "io.modelcontextprotocol/logLevel";
    public static final String META_SUBSCRIPTION = "io.modelcontextprotocol/subscriptionId";
    public static final String PROGRESS_TOKEN = "progressToken";

    // Codes of the modern era.
    public static final int HEADER_MISMATCH = -32020;
    public static final int MISSING_CAPABILITY = -32021;
    public static final int UNSUPPORTED_VERSION = -32022;

    /** The child ended, or could not be started. */
    public static final int CHILD_GONE = -32000;

    /** There are as many children or sessions as may be. */
    public static final int TOO_MANY = -32003;

    /** Nothing came in the time there was. */
    public static final int TIMED_OUT = -32001;

    /** The client gave it up. */
    public static final int CANCELLED = -32800;

    public static final String INITIALIZE = "initialize";
    public static final String INITIALIZED = "notifications/initialized";
    public static final String DISCOVER = "server/discover";
    public static final String LISTEN = "subscriptions/listen";
    public static final String CANCELLED_NOTE = "notifications/cancelled";
    public static final String PROGRESS_NOTE = "notifications/progress";
    public static final String MESSAGE_NOTE = "notifications/message";
    public static final String ACKNOWLEDGED_NOTE = "notifications/subscriptions/acknowledged";
    public static final String RESOURCE_UPDATED_NOTE = "notifications/resources/updated";
    public static final String TOOLS_LIST = "tools/list";
    public static final String TOOLS_CALL = "tools/call";
    public static final String SUBSCRIBE = "resources/subscribe";
    public static final String UNSUBSCRIBE = "resources/unsubscribe";
    public static final String SET_LEVEL = "logging/setLevel";

    /** What the modern era no longer has. */
    public static final Set<String> LEGACY_ONLY =
            Set.of(INITIALIZE, "ping", SET_LEVEL, SUBSCRIBE, UNSUBSCRIBE);

    /** Results of these say how long they may be kept, in the modern era. */
    public static final Set<String> CACHED =
            Set.of(
                    TOOLS_LIST,
                    "prompts/list",
                    "resources/list",
                    "resources/templates/list",
                    "resources/read",
                    DISCOVER);

    /** Requests that a server may answer with questions, in the modern era. */
    public static final Set<String> MAY_ASK_BACK =
            Set.of(TOOLS_CALL, "prompts/get", "resources/read");

    private Mcp() {}

    /**
     * The HTTP status of a modern request that is refused with this code before it is passed on.
     */
    public static int status(long code) {
        return switch ((int) code) {
            case -32601 -> 404;
            case TOO_MANY -> 503;
            default -> 400;
        };
    }

    /** The HTTP status of an answer with this error's code, in the modern era. */
    public static int answerStatus(long code) {
        return switch ((int) code) {
            case HEADER_MISMATCH, MISSING_CAPABILITY, UNSUPPORTED_VERSION -> 400;
            case -32601 -> 404;
            case TOO_MANY -> 503;
            default -> 200;
        };
    }
}
