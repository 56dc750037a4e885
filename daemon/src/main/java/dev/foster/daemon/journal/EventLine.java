package dev.foster.daemon.journal;

import dev.foster.control.EventView;
import dev.foster.json.JsonText;
import dev.foster.supervise.report.ProcessEventKind;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * An event as a line of the journal's file. A line says by which version of this format it was
 * written; one that does not is of Foster 0.1, where who asked, and how a run ended, stood in the
 * sentence only.
 */
final class EventLine {
    private static final String VERSION = "v";
    private static final long NEWEST = 2;

    private EventLine() {}

    static String write(EventView event) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put(VERSION, NEWEST);
        line.putAll(event.toJson());
        return JsonText.write(line);
    }

    static EventView read(String line) {
        Object json = JsonText.parse(line);
        EventView event = EventView.fromJson(json);
        boolean versioned = json instanceof Map<?, ?> members && members.containsKey(VERSION);
        return versioned ? event : ofFirst(event);
    }

    private static EventView ofFirst(EventView event) {
        String asked = event.who().map(who -> " by " + who).orElse("");
        String text =
                event.text().endsWith(asked)
                        ? event.text().substring(0, event.text().length() - asked.length())
                        : event.text();
        Map<String, Object> details = new HashMap<>(event.details());
        int after = text.lastIndexOf(" after ");
        if (event.kind().equals(ProcessEventKind.EXITED.word()) && after > 0) {
            details.put("how", text.substring(0, after));
        }
        return new EventView(
                event.id(),
                event.at(),
                event.process(),
                event.kind(),
                Tones.of(event.kind()),
                event.run(),
                text,
                event.who(),
                details);
    }
}
