package dev.foster.control;

import dev.foster.json.Members;

import java.util.List;
import java.util.Map;

/**
 * Why a request was not done.
 *
 * @param code a stable word for programs, see {@link ProblemCode}
 * @param message one sentence for people: <em>cannot do this: why; what to do</em>
 * @param details more lines of it, such as every mistake of a file
 */
public record ProblemView(String code, String message, List<String> details) {

    public ProblemView {
        details = List.copyOf(details);
    }

    public Map<String, Object> toJson() {
        return Members.none()
                .put("code", code)
                .put("message", message)
                .put("details", details)
                .object();
    }

    public static ProblemView fromJson(Object json) {
        Members members = Members.of(json);
        return new ProblemView(
                members.text("code"), members.text("message"), members.texts("details"));
    }
}
