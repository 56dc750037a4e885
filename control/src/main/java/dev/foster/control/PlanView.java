package dev.foster.control;

import dev.foster.json.Members;

import java.util.List;
import java.util.Map;

/**
 * What a reload would do now.
 *
 * @param changes in the order they would be made; empty when nothing would change
 * @param unchanged how many processes it would leave alone
 * @param warnings what in the files has no effect, one sentence each
 */
public record PlanView(List<PlanChange> changes, int unchanged, List<String> warnings) {

    public PlanView {
        changes = List.copyOf(changes);
        warnings = List.copyOf(warnings);
    }

    public Map<String, Object> toJson() {
        return Members.none()
                .put("changes", changes, PlanChange::toJson)
                .put("unchanged", unchanged)
                .put("warnings", warnings)
                .object();
    }

    public static PlanView fromJson(Object json) {
        Members members = Members.of(json);
        return new PlanView(
                members.list("changes", PlanChange::fromJson),
                members.smallNumber("unchanged"),
                members.texts("warnings"));
    }
}
