package dev.foster.control;

import dev.foster.json.Members;

import java.util.Map;

/**
 * What came back for a request on the bus.
 *
 * @param data as text; what is no UTF-8 is replaced
 * @param tookMs how long it took
 */
public record BusAnswer(String data, double tookMs) {

    public Map<String, Object> toJson() {
        return Members.none().put("data", data).put("took_ms", tookMs).object();
    }

    public static BusAnswer fromJson(Object json) {
        Members members = Members.of(json);
        return new BusAnswer(members.text("data"), members.decimal("took_ms"));
    }
}
