package dev.foster.cli.mcp;

import dev.foster.cli.VersionVerb;
import dev.foster.cli.mcp.link.AnswerMessages;
import dev.foster.cli.mcp.link.LearntToolHeaders;
import dev.foster.cli.mcp.link.LinkResponse;
import dev.foster.cli.mcp.link.ModernHeaders;
import dev.foster.cli.mcp.link.ServerLink;
import dev.foster.control.ControlProblem;
import dev.foster.control.ProblemCode;
import dev.foster.stdio.mcp.Mcp;
import dev.foster.stdio.rpc.RawJson;
import dev.foster.stdio.rpc.RpcMessage;
import dev.foster.stdio.rpc.RpcProblem;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A server that is asked one thing after the other, in the words of the modern era. */
final class Asked {
    private static final int MOST_PAGES = 1000;

    private final LearntToolHeaders headers = new LearntToolHeaders();
    private final ServerLink link;
    private long lastId;

    Asked(ServerLink link) {
        this.link = link;
    }

    /** The result; an error is thrown as a problem with the words of the server. */
    RawJson result(String method, RawJson params) {
        RpcMessage answer = answer(method, params);
        if (answer.error().isPresent()) {
            throw refused(method, answer.error().get());
        }
        return answer.result().orElseGet(RawJson::emptyObject);
    }

    /** All pages of a list; nothing from a server that has none of that kind. */
    List<RawJson> list(String method, String member) {
        var all = new ArrayList<RawJson>();
        Optional<RawJson> cursor = Optional.empty();
        for (int page = 0; page < MOST_PAGES; page++) {
            RawJson params = RawJson.emptyObject();
            RpcMessage answer =
                    answer(method, cursor.map(it -> params.with("cursor", it)).orElse(params));
            if (answer.error().isPresent()) {
                if (code(answer.error().get()) == RpcProblem.METHOD_NOT_FOUND) {
                    return all;
                }
                throw refused(method, answer.error().get());
            }
            RawJson result = answer.result().orElseGet(RawJson::emptyObject);
            if (method.equals(Mcp.TOOLS_LIST)) {
                headers.learn(result);
            }
            result.member(member).map(RawJson::elements).ifPresent(all::addAll);
            cursor = result.member("nextCursor").filter(RawJson::isString);
            if (cursor.isEmpty()) {
                break;
            }
        }
        return all;
    }

    private RpcMessage answer(String method, RawJson params) {
        RpcMessage request =
                RpcMessage.request(RawJson.number(++lastId), method, params.with(Mcp.META, meta()));
        try (LinkResponse answer =
                link.ask("POST", ModernHeaders.of(request, headers), Optional.of(request.line()))) {
            var messages = new AnswerMessages(answer);
            for (var next = messages.next(); next.isPresent(); next = messages.next()) {
                if (next.get().isResponse()) {
                    return next.get();
                }
            }
            throw new IOException("it answers with status " + answer.status() + " and no more");
        } catch (IOException failure) {
            throw new ControlProblem(
                    ProblemCode.INTERNAL,
                    "cannot ask "
                            + link.place()
                            + ": "
                            + failure.getMessage()
                            + "; see foster mcp ls");
        }
    }

    private static RawJson meta() {
        return RawJson.of(
                Map.of(
                        Mcp.META_VERSION,
                        Mcp.MODERN,
                        Mcp.META_CAPABILITIES,
                        Map.of(),
                        Mcp.META_CLIENT,
                        Map.of("name", "foster", "version", VersionVerb.version())));
    }

    private ControlProblem refused(String method, RawJson error) {
        return new ControlProblem(
                ProblemCode.CONFLICT,
                "cannot have "
                        + link.place()
                        + " answer "
                        + method
                        + ": "
                        + error.text("message").orElse("it says no why")
                        + " (code "
                        + code(error)
                        + "); see foster mcp inspect --help");
    }

    private static long code(RawJson error) {
        return error.member("code").isPresent() ? error.member("code").get().whole().orElse(0) : 0;
    }
}
