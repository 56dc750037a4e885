package dev.foster.tui.state;

import dev.foster.tui.keys.Key;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Everything a key can do, with its keys and where it can be done. */
public enum Command {
    OPEN("open", "look at the selected process", Where.PROCESSES, "Enter"),
    BACK("back", "go back, or clear a search or a selection", Where.ALL, "Esc"),
    NEXT_PAGE("next-page", "go to the next page", Where.ALL, "Tab"),
    PREVIOUS_PAGE("previous-page", "go to the page before", Where.ALL, "Shift-Tab"),
    OVERVIEW("overview", "show the table of all processes", Where.READING, "o"),
    PANELS("panels", "show what all of them say, side by side", Where.READING, "p"),
    EVENTS("events", "show what happened", Where.READING, "e"),
    CHAT("chat", "talk to the plugins on the bus", Where.READING, "c"),
    SERVERS("mcp", "show the MCP servers and their sessions", Where.READING, "m"),
    UP("line-up", "up", Where.ALL, "k", "Up"),
    DOWN("line-down", "down", Where.ALL, "j", "Down"),
    LEFT("left", "to the left", Where.READING, "h", "Left"),
    RIGHT("right", "to the right", Where.READING, "l", "Right"),
    PAGE_UP("page-up", "a page up", Where.ALL, "PageUp", "Ctrl-b"),
    PAGE_DOWN("page-down", "a page down", Where.ALL, "PageDown", "Ctrl-f"),
    TOP("top", "to the beginning; again for older lines", Where.READING, "g", "Home"),
    BOTTOM("bottom", "to the end", Where.READING, "G", "End"),
    START("start", "start the selected processes", Where.PROCESSES, "s"),
    STOP("stop", "stop the selected processes", Where.PROCESSES, "x"),
    KILL("kill", "kill the selected processes at once", Where.PROCESSES, "X"),
    RESTART("restart", "restart the selected processes", Where.PROCESSES, "r"),
    REPLACE("replace", "replace the selected processes without a gap", Where.PROCESSES, "R"),
    SEND("send", "write a line to the process's input", Where.PROCESSES, ">"),
    MARK("mark", "select one more process", Where.LISTS, "Space"),
    MARK_ALL("mark-all", "select all processes, or none", Where.LISTS, "a", "Ctrl-a"),
    SEARCH("search", "search the output; in the overview, the names", Where.SEARCHED, "/"),
    NEXT_MATCH("next-match", "to the next place found", Where.OUTPUT, "n"),
    PREVIOUS_MATCH("previous-match", "to the place found before", Where.OUTPUT, "N"),
    FILTER("filter", "show only lines with a text", Where.OUTPUT, "&"),
    FOLLOW("follow", "follow the newest lines, or stop doing so", Where.OUTPUT, "f"),
    WRAP("wrap", "wrap long lines, or cut them", Where.OUTPUT, "w"),
    TIMES("times", "show the time of each line, or hide it", Where.OUTPUT, "t"),
    FACTS("facts", "show what is known about the process, or hide it", Where.OUTPUT, "i"),
    END_SESSION("end-session", "end the selected session", Where.SERVERS, "x"),
    ZOOM("zoom", "give the selected panel all the room, or take it back", Where.PANELS, "z"),
    COPY("copy", "copy what is shown to the clipboard", Where.PROCESSES, "y"),
    BRING_DOWN("down", "stop everything, and the daemon", Where.NONE),
    RELOAD("reload", "take over what changed in the project's file", Where.NONE),
    PALETTE("palette", "run a command by its name", Where.READING, ":"),
    HELP("help", "show the keys", Where.READING, "?", "F1"),
    REPAINT("repaint", "paint the screen anew", Where.ALL, "Ctrl-l"),
    SUSPEND("suspend", "go back to the shell until fg", Where.ALL, "Ctrl-z"),
    QUIT("quit", "leave; asks what becomes of what it started", Where.READING, "q", "F10"),
    INTERRUPT("interrupt", "leave at once, and stop what it started", Where.ALL, "Ctrl-c");

    private static final class Where {
        static final Set<Page> ALL = Set.of(Page.values());
        static final Set<Page> NONE = Set.of();

        /** Where letters are not text. */
        static final Set<Page> READING =
                Set.of(
                        Page.OVERVIEW,
                        Page.PANELS,
                        Page.PROCESS,
                        Page.EVENTS,
                        Page.SERVERS,
                        Page.HELP);

        static final Set<Page> PROCESSES = Set.of(Page.OVERVIEW, Page.PANELS, Page.PROCESS);
        static final Set<Page> LISTS = Set.of(Page.OVERVIEW, Page.PANELS);
        static final Set<Page> SEARCHED = Set.of(Page.OVERVIEW, Page.PROCESS);
        static final Set<Page> OUTPUT = Set.of(Page.PROCESS);
        static final Set<Page> PANELS = Set.of(Page.PANELS);
        static final Set<Page> SERVERS = Set.of(Page.SERVERS);
    }

    private final String word;
    private final String about;

    // Neither can be changed, though their types could.
    @SuppressWarnings("ImmutableEnumChecker")
    private final Set<Page> pages;

    @SuppressWarnings("ImmutableEnumChecker")
    private final List<Key> keys;

    Command(String word, String about, Set<Page> pages, String... keys) {
        this.word = word;
        this.about = about;
        this.pages = pages;
        this.keys = Arrays.stream(keys).map(Key::new).toList();
    }

    /** Its name in the palette. */
    public String word() {
        return word;
    }

    /** What it does. */
    public String about() {
        return about;
    }

    /** Where its keys mean it. */
    public Set<Page> pages() {
        return pages;
    }

    public List<Key> keys() {
        return keys;
    }

    /** What a key means on a page. */
    public static Optional<Command> of(Key key, Page page) {
        // In the chat, what writes something is text.
        if (page == Page.CHAT && !key.written().isEmpty()) {
            return Optional.empty();
        }
        return Arrays.stream(values())
                .filter(command -> command.pages.contains(page) && command.keys.contains(key))
                .findFirst();
    }
}
