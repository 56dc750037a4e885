package dev.foster.control;

import dev.foster.json.Members;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a process used in its last minute, for a small curve: at most sixty points, one a second,
 * the oldest first. The end of a run is a point without a figure.
 */
public record UsageLineView(
        String name, List<Optional<Double>> cpuPercent, List<Optional<Long>> memoryBytes) {

    public UsageLineView {
        cpuPercent = List.copyOf(cpuPercent);
        memoryBytes = List.copyOf(memoryBytes);
    }

    public Map<String, Object> toJson() {
        return Members.none()
                .put("name", name)
                .put("cpu_percent", cpuPercent, UsageHistoryView::orGap)
                .put("memory_bytes", memoryBytes, UsageHistoryView::orGap)
                .object();
    }

    public static UsageLineView fromJson(Object json) {
        Members members = Members.of(json);
        return new UsageLineView(
                members.text("name"),
                UsageHistoryView.decimals(members, "cpu_percent"),
                UsageHistoryView.wholes(members, "memory_bytes"));
    }
}
