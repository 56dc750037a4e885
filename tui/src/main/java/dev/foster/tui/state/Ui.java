package dev.foster.tui.state;

import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Where a person is in the screen.
 *
 * @param back the page to return to from one that was opened on top
 * @param selected the process that keys act on; empty when there is none
 * @param marked more of them, when several are meant
 * @param find only processes with this in their names are shown in the overview
 * @param zoomed whether one panel takes all the room
 * @param eventsEnd the id of the event at the bottom; 0 follows the newest
 * @param scroll how far a page that does not move by itself is scrolled down
 * @param chat what is being written there
 * @param said what was written there before
 * @param notice one sentence about what was just done, or could not be
 * @param owner whether this screen started the daemon
 */
public record Ui(
        Page page,
        Page back,
        String selected,
        Set<String> marked,
        String find,
        Reading reading,
        boolean zoomed,
        long eventsEnd,
        int scroll,
        Draft chat,
        Said said,
        Optional<Prompt> prompt,
        Optional<Question> question,
        Optional<Notice> notice,
        boolean owner) {

    /** A sentence at the bottom, good or bad news. */
    public record Notice(String text, boolean well) {}

    public Ui {
        marked = Set.copyOf(new TreeSet<>(marked));
    }

    public static Ui start(boolean owner) {
        return new Ui(
                Page.OVERVIEW,
                Page.OVERVIEW,
                "",
                Set.of(),
                "",
                Reading.START,
                false,
                0,
                0,
                Draft.EMPTY,
                Said.NOTHING,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                owner);
    }

    public Ui page(Page wanted) {
        return new Ui(
                wanted, back, selected, marked, find, reading, zoomed, eventsEnd, scroll, chat,
                said, prompt, question, notice, owner);
    }

    public Ui back(Page wanted) {
        return new Ui(
                page, wanted, selected, marked, find, reading, zoomed, eventsEnd, scroll, chat,
                said, prompt, question, notice, owner);
    }

    public Ui selected(String wanted) {
        return new Ui(
                page, back, wanted, marked, find, reading, zoomed, eventsEnd, scroll, chat, said,
                prompt, question, notice, owner);
    }

    public Ui marked(Set<String> wanted) {
        return new Ui(
                page, back, selected, wanted, find, reading, zoomed, eventsEnd, scroll, chat, said,
                prompt, question, notice, owner);
    }

    public Ui find(String wanted) {
        return new Ui(
                page, back, selected, marked, wanted, reading, zoomed, eventsEnd, scroll, chat,
                said, prompt, question, notice, owner);
    }

    public Ui reading(Reading wanted) {
        return new Ui(
                page, back, selected, marked, find, wanted, zoomed, eventsEnd, scroll, chat, said,
                prompt, question, notice, owner);
    }

    public Ui zoomed(boolean wanted) {
        return new Ui(
                page, back, selected, marked, find, reading, wanted, eventsEnd, scroll, chat, said,
                prompt, question, notice, owner);
    }

    public Ui eventsEnd(long wanted) {
        return new Ui(
                page, back, selected, marked, find, reading, zoomed, wanted, scroll, chat, said,
                prompt, question, notice, owner);
    }

    public Ui scroll(int wanted) {
        return new Ui(
                page, back, selected, marked, find, reading, zoomed, eventsEnd, wanted, chat, said,
                prompt, question, notice, owner);
    }

    public Ui chat(Draft wanted) {
        return new Ui(
                page, back, selected, marked, find, reading, zoomed, eventsEnd, scroll, wanted,
                said, prompt, question, notice, owner);
    }

    public Ui said(Said wanted) {
        return new Ui(
                page, back, selected, marked, find, reading, zoomed, eventsEnd, scroll, chat,
                wanted, prompt, question, notice, owner);
    }

    public Ui prompt(Optional<Prompt> wanted) {
        return new Ui(
                page, back, selected, marked, find, reading, zoomed, eventsEnd, scroll, chat, said,
                wanted, question, notice, owner);
    }

    public Ui question(Optional<Question> wanted) {
        return new Ui(
                page, back, selected, marked, find, reading, zoomed, eventsEnd, scroll, chat, said,
                prompt, wanted, notice, owner);
    }

    public Ui notice(Optional<Notice> wanted) {
        return new Ui(
                page, back, selected, marked, find, reading, zoomed, eventsEnd, scroll, chat, said,
                prompt, question, wanted, owner);
    }
}
