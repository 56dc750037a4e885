package dev.foster.control;

import dev.foster.json.Members;

import java.util.List;
import java.util.Map;

/**
 * What a reload would do with one process or group.
 *
 * @param action {@code start}, {@code restart}, {@code stop} (it is no longer in the file), or
 *     {@code update} (the change takes effect without a restart)
 * @param reasons what differs, one phrase each: {@code command: [a] -> [b]}
 */
public record PlanChange(String name, String action, List<String> reasons) {
    public static final String START = "start";
    public static final String RESTART = "restart";
    public static final String STOP = "stop";
    public static final String UPDATE = "update";

    public PlanChange {
        reasons = List.copyOf(reasons);
    }

    public Map<String, Object> toJson() {
        return Members.none()
                .put("name", name)
                .put("action", action)
                .put("reasons", reasons)
                .object();
    }

    public static PlanChange fromJson(Object json) {
        Members members = Members.of(json);
        return new PlanChange(
                members.text("name"), members.text("action"), members.texts("reasons"));
    }
}
