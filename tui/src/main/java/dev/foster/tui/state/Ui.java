package dev.foster.tui.state;

import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Where a person is in the screen.
 *
 * @param owner whether this screen started the daemon
 */
public record Ui(
        View view,
        Selection selection,
        Reading reading,
        Talk talk,
        Footing footing,
        boolean owner) {

    /**
     * What is shown.
     *
     * @param back the page to return to from one that was opened on top
     * @param zoomed whether one panel takes all the room
     * @param eventsEnd the id of the event at the bottom; 0 follows the newest
     * @param scroll how far a page that does not move by itself is scrolled down
     */
    public record View(Page page, Page back, boolean zoomed, long eventsEnd, int scroll) {}

    /**
     * What keys act on.
     *
     * @param selected the process that they act on; empty when there is none
     * @param marked more of them, when several are meant
     * @param find only processes with this in their names are shown in the overview
     */
    public record Selection(String selected, Set<String> marked, String find) {
        public Selection {
            marked = Set.copyOf(new TreeSet<>(marked));
        }
    }

    /**
     * The chat.
     *
     * @param chat what is being written there
     * @param said what was written there before
     */
    public record Talk(TextInput chat, ChatHistory said) {}

    /**
     * What is at the bottom.
     *
     * @param notice one sentence about what was just done, or could not be
     */
    public record Footing(
            Optional<Prompt> prompt, Optional<Confirmation> question, Optional<Notice> notice) {}

    /** A sentence at the bottom, good or bad news. */
    public record Notice(String text, boolean well) {}

    public static Ui start(boolean owner) {
        return new Ui(
                new View(Page.OVERVIEW, Page.OVERVIEW, false, 0, 0),
                new Selection("", Set.of(), ""),
                Reading.START,
                new Talk(TextInput.EMPTY, ChatHistory.NOTHING),
                new Footing(Optional.empty(), Optional.empty(), Optional.empty()),
                owner);
    }

    public Page page() {
        return view.page();
    }

    public Page back() {
        return view.back();
    }

    public boolean zoomed() {
        return view.zoomed();
    }

    public long eventsEnd() {
        return view.eventsEnd();
    }

    public int scroll() {
        return view.scroll();
    }

    public String selected() {
        return selection.selected();
    }

    public Set<String> marked() {
        return selection.marked();
    }

    public String find() {
        return selection.find();
    }

    public TextInput chat() {
        return talk.chat();
    }

    public ChatHistory said() {
        return talk.said();
    }

    public Optional<Prompt> prompt() {
        return footing.prompt();
    }

    public Optional<Confirmation> question() {
        return footing.question();
    }

    public Optional<Notice> notice() {
        return footing.notice();
    }

    public Ui page(Page wanted) {
        return view(new View(wanted, back(), zoomed(), eventsEnd(), scroll()));
    }

    public Ui back(Page wanted) {
        return view(new View(page(), wanted, zoomed(), eventsEnd(), scroll()));
    }

    public Ui zoomed(boolean wanted) {
        return view(new View(page(), back(), wanted, eventsEnd(), scroll()));
    }

    public Ui eventsEnd(long wanted) {
        return view(new View(page(), back(), zoomed(), wanted, scroll()));
    }

    public Ui scroll(int wanted) {
        return view(new View(page(), back(), zoomed(), eventsEnd(), wanted));
    }

    private Ui view(View wanted) {
        return new Ui(wanted, selection, reading, talk, footing, owner);
    }

    public Ui selected(String wanted) {
        return selection(new Selection(wanted, marked(), find()));
    }

    public Ui marked(Set<String> wanted) {
        return selection(new Selection(selected(), wanted, find()));
    }

    public Ui find(String wanted) {
        return selection(new Selection(selected(), marked(), wanted));
    }

    private Ui selection(Selection wanted) {
        return new Ui(view, wanted, reading, talk, footing, owner);
    }

    public Ui reading(Reading wanted) {
        return new Ui(view, selection, wanted, talk, footing, owner);
    }

    public Ui chat(TextInput wanted) {
        return talk(new Talk(wanted, said()));
    }

    public Ui said(ChatHistory wanted) {
        return talk(new Talk(chat(), wanted));
    }

    private Ui talk(Talk wanted) {
        return new Ui(view, selection, reading, wanted, footing, owner);
    }

    public Ui prompt(Optional<Prompt> wanted) {
        return footing(new Footing(wanted, question(), notice()));
    }

    public Ui question(Optional<Confirmation> wanted) {
        return footing(new Footing(prompt(), wanted, notice()));
    }

    public Ui notice(Optional<Notice> wanted) {
        return footing(new Footing(prompt(), question(), wanted));
    }

    private Ui footing(Footing wanted) {
        return new Ui(view, selection, reading, talk, wanted, owner);
    }
}
