package dev.foster.control;

import dev.foster.json.Members;

import java.util.List;
import java.util.Map;

/**
 * What a request began.
 *
 * @param changed the processes on which something is under way now, dependencies included
 * @param unchanged the processes that were already as wanted
 * @param notes remarks for the person who asked, one sentence each
 */
public record ActionResult(List<String> changed, List<String> unchanged, List<String> notes) {

    public ActionResult {
        changed = List.copyOf(changed);
        unchanged = List.copyOf(unchanged);
        notes = List.copyOf(notes);
    }

    public Map<String, Object> toJson() {
        return Members.none()
                .put("changed", changed)
                .put("unchanged", unchanged)
                .put("notes", notes)
                .object();
    }

    public static ActionResult fromJson(Object json) {
        Members members = Members.of(json);
        return new ActionResult(
                members.texts("changed"), members.texts("unchanged"), members.texts("notes"));
    }
}
