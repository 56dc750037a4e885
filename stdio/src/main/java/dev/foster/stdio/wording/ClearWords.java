package dev.foster.stdio.wording;

import dev.foster.json.JsonProblem;
import dev.foster.stdio.mcp.Mcp;
import dev.foster.stdio.rpc.MemberNames;
import dev.foster.stdio.rpc.RawJson;
import dev.foster.stdio.rpc.RpcMessage;
import dev.foster.stdio.rpc.RpcProblem;

import java.util.Map;

/**
 * Makes sure that what decides about a client's message, here or in front of us, reads the same in
 * it as the server that gets it. What a tool is given and what is answered to a server's question
 * is theirs alone; nobody decides by it.
 */
public final class ClearWords {
    private static final MemberNames PARAMS =
            MemberNames.of(
                    "name",
                    "uri",
                    "arguments",
                    "ref",
                    "cursor",
                    "level",
                    "requestId",
                    "reason",
                    "inputResponses",
                    "requestState",
                    "notifications",
                    "protocolVersion",
                    "capabilities",
                    "clientInfo",
                    Mcp.PROGRESS_TOKEN,
                    Mcp.META);
    private static final MemberNames META =
            MemberNames.of(
                    Mcp.META_VERSION,
                    Mcp.META_CAPABILITIES,
                    Mcp.META_CLIENT,
                    Mcp.META_LOG_LEVEL,
                    Mcp.META_SUBSCRIPTION,
                    Mcp.PROGRESS_TOKEN);

    private ClearWords() {}

    /** Throws if the parameters of a message can be read in two ways. */
    public static void check(RpcMessage message) {
        RawJson params = message.params();
        RawJson meta = members(PARAMS, params, "params").get(Mcp.META);
        if (meta != null) {
            members(META, meta, "params._meta");
        }
    }

    /**
     * The members of an object that is read for the sake of these names.
     *
     * @param what it is, for people
     */
    public static Map<String, RawJson> members(MemberNames names, RawJson object, String what) {
        try {
            return names.membersOf(object);
        } catch (JsonProblem unclear) {
            throw new RpcProblem(
                    RpcProblem.INVALID_PARAMS, "cannot take " + what + ": " + unclear.getMessage());
        }
    }
}
