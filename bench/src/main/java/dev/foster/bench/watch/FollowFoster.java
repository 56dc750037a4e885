package dev.foster.bench.watch;

import dev.foster.bench.supervise.Stack;
import dev.foster.bench.workshop.TrialFailed;
import dev.foster.control.ProcessView;
import dev.foster.control.http.Exchange;
import dev.foster.control.http.Headers;
import dev.foster.control.http.SseEvent;
import dev.foster.control.http.SseReader;
import dev.foster.control.http.Target;
import dev.foster.control.json.JsonText;
import dev.foster.control.json.Members;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Follows Foster through its socket, as its screen and its page do: it tells once a second. */
final class FollowFoster implements Asking {
    private final Map<String, ProcessView> known = new HashMap<>();
    private final Exchange exchange;
    private final SseReader events;

    FollowFoster(Stack stack) throws TrialFailed {
        try {
            exchange =
                    FosterSocket.client(stack)
                            .listen(
                                    Target.of("v1", "processes").with("usage", "1"),
                                    Headers.none());
            events = new SseReader(exchange.body());
        } catch (IOException failure) {
            throw new TrialFailed("it does not answer: " + failure);
        }
    }

    /** Waits for what is told next, and tells of how many it is known what they use. */
    @Override
    public int ask() throws TrialFailed {
        try {
            String kind = "";
            while (!kind.equals("beat")) {
                SseEvent event =
                        events.next().orElseThrow(() -> new TrialFailed("it tells no more"));
                kind = event.event();
                learn(kind, event.data());
            }
            return (int)
                    known.values().stream().filter(view -> view.memoryBytes().isPresent()).count();
        } catch (IOException failure) {
            throw new TrialFailed("it tells no more: " + failure);
        }
    }

    private void learn(String kind, String data) {
        Object json = JsonText.parse(data);
        List<ProcessView> told =
                kind.equals("process")
                        ? List.of(ProcessView.fromJson(json))
                        : Members.of(json).list("processes", ProcessView::fromJson);
        told.forEach(view -> known.put(view.name(), view));
    }

    @Override
    public void close() {
        try {
            exchange.close();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
