package dev.foster.tui.feed;

import dev.foster.control.ActionResult;
import dev.foster.control.ChatView;
import dev.foster.control.ControlClient;
import dev.foster.control.ControlProblem;
import dev.foster.control.LogLineView;
import dev.foster.control.LogQuery;
import dev.foster.tui.state.Deed;
import dev.foster.tui.state.Ui;
import dev.foster.tui.world.LogLine;
import dev.foster.tui.world.Utterance;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** Asks the daemon for what a person wants done, and tells them how it went. */
public final class Doing {
    private static final int OLDER_LINES = 1000;

    private final ControlClient client;
    private final Feeds feeds;
    private final String person;
    private final Consumer<Ui.Notice> tell;
    private final Set<String> fetching = ConcurrentHashMap.newKeySet();

    /**
     * @param person the name under which they talk in the chat
     * @param tell is told how it went; must not wait
     */
    public Doing(ControlClient client, Feeds feeds, String person, Consumer<Ui.Notice> tell) {
        this.client = client;
        this.feeds = feeds;
        this.person = person;
        this.tell = tell;
    }

    /** Does it on a thread of its own: a daemon that takes its time keeps nobody from typing. */
    public void begin(Deed deed) {
        Thread.ofVirtual().name("foster-deed").start(() -> attempt(deed));
    }

    private void attempt(Deed deed) {
        try {
            Optional<String> said = perform(deed);
            said.ifPresent(text -> tell.accept(new Ui.Notice(text, true)));
        } catch (ControlProblem problem) {
            tell.accept(new Ui.Notice(String.valueOf(problem.getMessage()), false));
        }
    }

    private Optional<String> perform(Deed deed) {
        return switch (deed) {
            case Deed.Start(List<String> names) -> {
                ActionResult result = client.start(names, true);
                yield Optional.of(told("starting", "already running", result));
            }
            case Deed.Stop(List<String> names, boolean force) -> {
                ActionResult result = client.stop(names, force);
                yield Optional.of(told(force ? "killing" : "stopping", "already at rest", result));
            }
            case Deed.Restart(List<String> names) ->
                    Optional.of(told("restarting", "as they were", client.restart(names)));
            case Deed.Replace(List<String> names) ->
                    Optional.of(told("replaced", "as they were", client.replace(names)));
            case Deed.Signal(String name, String signal) -> {
                client.signal(name, signal);
                yield Optional.of("sent " + signal + " to " + name);
            }
            case Deed.Reload() -> Optional.of(told("changing", "unchanged", client.reload()));
            case Deed.Send(String name, String text) -> {
                client.input(name, (text + "\n").getBytes(StandardCharsets.UTF_8), false);
                yield Optional.of("sent to " + name + ": " + text);
            }
            case Deed.EndSession(String id) -> {
                client.endMcpSession(id);
                yield Optional.of("ended session " + id);
            }
            case Deed.Say(String text) -> say(text);
            case Deed.Older(String name) -> older(name);
            case Deed.Down() -> {
                client.down();
                yield Optional.of("stopping everything; Ctrl-C again kills it");
            }
            // These are not the daemon's.
            case Deed.Copy _, Deed.Suspend _, Deed.Repaint _, Deed.Leave _ -> Optional.empty();
        };
    }

    private static String told(String doing, String unchanged, ActionResult result) {
        return result.changed().isEmpty()
                ? "nothing to do: " + unchanged
                : doing + " " + String.join(", ", result.changed());
    }

    private Optional<String> say(String text) {
        feeds.known().said(new Utterance(person, text, true));
        try {
            ChatView answer = client.chat(person, text);
            feeds.known()
                    .said(
                            new Utterance(
                                    answer.plugin().orElse("foster"),
                                    answer.text(),
                                    answer.well()));
        } catch (ControlProblem problem) {
            feeds.known()
                    .said(new Utterance("foster", String.valueOf(problem.getMessage()), false));
        }
        return Optional.empty();
    }

    /** One at a time: who holds a key down asks often. */
    private Optional<String> older(String name) {
        if (!fetching.add(name)) {
            return Optional.empty();
        }
        try {
            List<LogLine> lines = feeds.known().lines(name);
            if (lines.isEmpty()) {
                return Optional.empty();
            }
            List<LogLineView> older =
                    client.logs(
                            LogQuery.all()
                                    .names(List.of(name))
                                    .tail(OLDER_LINES)
                                    .before(Long.toString(lines.getFirst().cursor())));
            feeds.known()
                    .outputs(
                            Map.of(
                                    name,
                                    now -> Lines.older(now, older, older.size() < OLDER_LINES)));
            return Optional.empty();
        } finally {
            fetching.remove(name);
        }
    }
}
