package dev.foster.cli.mcp;

import dev.foster.cli.Arguments;
import dev.foster.cli.DeclaredVerb;
import dev.foster.cli.ExitCodes;
import dev.foster.cli.Invocation;
import dev.foster.cli.Options;
import dev.foster.cli.mcp.link.DaemonSocketLink;
import dev.foster.cli.mcp.link.LinkOptions;
import dev.foster.cli.mcp.link.ServerLink;
import dev.foster.json.JsonProblem;
import dev.foster.stdio.mcp.Mcp;
import dev.foster.stdio.rpc.RawJson;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** {@code foster mcp inspect}: a small client. */
final class InspectVerb extends DeclaredVerb {
    private static final Options OPTIONS =
            LinkOptions.addTo(
                            Options.of("mcp inspect", "inspect a server")
                                    .words("[SERVER] [tools|resources|prompts|call TOOL [JSON]]")
                                    .about(
                                            """
                                            Asks a server of the project that runs here, through the gateway, as a client would: what it is,
                                            what it can, its tools with their parameters, its resources and prompts. Or calls a tool and
                                            prints what it brings; exit code 1 when that is an error.
                                            """)
                                    .flag("--json", "one JSON object as the server sent it"))
                    .example("foster mcp inspect everything")
                    .example("foster mcp inspect everything tools")
                    .example("foster mcp inspect everything call echo '{\"message\": \"hi\"}'")
                    .example("foster mcp inspect --url http://127.0.0.1:8808/mcp/git tools");

    InspectVerb(Invocation invocation) {
        super(invocation, OPTIONS, "ask a server what it can, or call a tool of it");
    }

    @Override
    public int run(List<String> words) {
        Arguments arguments = OPTIONS.parse(words);
        boolean elsewhere = arguments.has("--url");
        List<String> given = arguments.words();
        if (!elsewhere && given.isEmpty()) {
            throw OPTIONS.problem("SERVER is missing");
        }
        Optional<String> server = elsewhere ? Optional.empty() : Optional.of(given.getFirst());
        List<String> rest = elsewhere ? given : given.subList(1, given.size());
        try (ServerLink link = LinkOptions.open(invocation, arguments, OPTIONS, server)) {
            link.check();
            var asked = new Asked(link);
            boolean json = arguments.has("--json");
            String what = rest.isEmpty() ? "all" : rest.getFirst();
            if (what.equals("call")) {
                return call(asked, rest.subList(1, rest.size()), json);
            }
            if (rest.size() > 1) {
                throw OPTIONS.problem("\"" + rest.get(1) + "\" is one word too many");
            }
            show(asked, link, what, json);
            return ExitCodes.OK;
        }
    }

    private void show(Asked asked, ServerLink link, String what, boolean json) {
        var found = new LinkedHashMap<String, RawJson>();
        boolean all = what.equals("all");
        if (all) {
            found.put("server", asked.result(Mcp.DISCOVER, RawJson.emptyObject()));
            if (link instanceof DaemonSocketLink own) {
                own.view().era().ifPresent(era -> found.put("era", RawJson.string(era)));
            }
        }
        if (all || what.equals("tools")) {
            found.put("tools", RawJson.array(asked.list(Mcp.TOOLS_LIST, "tools")));
        }
        if (all || what.equals("resources")) {
            found.put("resources", RawJson.array(asked.list("resources/list", "resources")));
            found.put(
                    "resourceTemplates",
                    RawJson.array(asked.list("resources/templates/list", "resourceTemplates")));
        }
        if (all || what.equals("prompts")) {
            found.put("prompts", RawJson.array(asked.list("prompts/list", "prompts")));
        }
        if (found.isEmpty()) {
            throw OPTIONS.problem("\"" + what + "\" is none of tools, resources, prompts and call");
        }
        print(found, json);
    }

    private void print(Map<String, RawJson> found, boolean json) {
        if (json) {
            invocation
                    .out()
                    .println(new String(RawJson.object(found).line(), StandardCharsets.UTF_8));
        } else {
            new Portrait(found).lines().forEach(invocation.out()::println);
        }
    }

    private int call(Asked asked, List<String> words, boolean json) {
        if (words.isEmpty()) {
            throw OPTIONS.problem("TOOL is missing");
        }
        if (words.size() > 2) {
            throw OPTIONS.problem("\"" + words.get(2) + "\" is one word too many");
        }
        RawJson arguments = words.size() == 2 ? parsed(words.get(1)) : RawJson.emptyObject();
        // For the headers that go with some arguments.
        asked.list(Mcp.TOOLS_LIST, "tools");
        RawJson result =
                asked.result(
                        Mcp.TOOLS_CALL,
                        RawJson.emptyObject()
                                .with("name", RawJson.string(words.getFirst()))
                                .with("arguments", arguments));
        if (json) {
            invocation.out().println(new String(result.line(), StandardCharsets.UTF_8));
        } else {
            Portrait.ofContent(result).forEach(invocation.out()::println);
        }
        boolean failed = result.member("isError").filter(RawJson::isTrue).isPresent();
        return failed ? ExitCodes.FAILURE : ExitCodes.OK;
    }

    private static RawJson parsed(String text) {
        try {
            RawJson arguments = RawJson.parse(text);
            if (arguments.isObject()) {
                return arguments;
            }
        } catch (JsonProblem notJson) {
            // Said below, as of JSON that is no object.
        }
        throw OPTIONS.problem(
                "the arguments are not a JSON object such as '{\"message\": \"hi\"}'");
    }
}
