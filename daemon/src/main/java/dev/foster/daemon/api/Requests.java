package dev.foster.daemon.api;

import dev.foster.control.ControlProblem;
import dev.foster.control.ProblemCode;
import dev.foster.http.HttpRequest;
import dev.foster.http.HttpResponse;
import dev.foster.json.JsonText;
import dev.foster.json.Members;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** What the resources read from requests and write to answers alike. */
final class Requests {
    private static final int LONGEST_PROGRAM = 100;

    private Requests() {}

    static HttpResponse json(Map<String, Object> tree) {
        return HttpResponse.json(200, JsonText.write(tree));
    }

    /** The members of the body; none when it is empty. */
    static Members members(HttpRequest request) {
        byte[] body = request.body().bytes();
        return body.length == 0 ? Members.none() : Members.of(JsonText.parse(body));
    }

    /** Who asks, for the journal: the user or address, and the program by its own word. */
    static String who(HttpRequest request) {
        String program = request.headers().first("user-agent").orElse("");
        return program.isEmpty()
                ? request.peer().name()
                : request.peer().name()
                        + " ("
                        + program.substring(0, Math.min(program.length(), LONGEST_PROGRAM))
                        + ")";
    }

    /** A parameter that is a whole number, not negative. */
    static OptionalLong number(HttpRequest request, String name) {
        Optional<String> text = request.parameter(name);
        return text.isPresent() ? OptionalLong.of(number(name, text.get())) : OptionalLong.empty();
    }

    /** A parameter that is a whole number in these bounds. */
    static long number(HttpRequest request, String name, long usual, long least, long most) {
        long number = number(request, name).orElse(usual);
        if (number < least || number > most) {
            throw bad(
                    name,
                    Long.toString(number),
                    "it is out of bounds; give " + least + " to " + most);
        }
        return number;
    }

    static long number(String name, String text) {
        if (!text.matches("[0-9]{1,18}")) {
            throw bad(name, text, "it is not a whole number; write it like 100");
        }
        return Long.parseLong(text);
    }

    static ControlProblem bad(String name, String text, String why) {
        return new ControlProblem(
                ProblemCode.BAD_REQUEST, "cannot read " + name + " \"" + text + "\": " + why);
    }
}
