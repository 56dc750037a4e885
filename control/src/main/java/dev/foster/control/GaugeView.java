package dev.foster.control;

import dev.foster.json.Members;

import java.util.List;
import java.util.Map;

/**
 * A figure that a process tells in its output.
 *
 * @param baseline what is usual for it
 * @param low whether it is below the share of its baseline that the project calls low
 * @param recent the last values, at most four a second and sixty in all, the oldest first
 */
public record GaugeView(
        double value, double baseline, boolean low, String unit, List<Double> recent) {

    public GaugeView {
        recent = List.copyOf(recent);
    }

    public Map<String, Object> toJson() {
        return Members.none()
                .put("value", value)
                .put("baseline", baseline)
                .put("low", low)
                .put("unit", unit)
                .put("recent", recent)
                .object();
    }

    public static GaugeView fromJson(Object json) {
        Members members = Members.of(json);
        return new GaugeView(
                members.decimal("value"),
                members.decimal("baseline"),
                members.flag("low"),
                members.text("unit"),
                members.list("recent", value -> ((Number) value).doubleValue()));
    }
}
