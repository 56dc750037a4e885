package dev.foster.tui.state;

import dev.foster.tui.frame.Clusters;

/**
 * A text that is being written.
 *
 * @param at where the next character goes
 */
public record Draft(String text, int at) {
    public static final Draft EMPTY = new Draft("", 0);

    public static Draft of(String text) {
        return new Draft(text, text.length());
    }

    public Draft insert(String more) {
        return new Draft(text.substring(0, at) + more + text.substring(at), at + more.length());
    }

    /** Without the character before the place. */
    public Draft erase() {
        int before = before();
        return new Draft(text.substring(0, before) + text.substring(at), before);
    }

    /** Without the character at the place. */
    public Draft delete() {
        return new Draft(text.substring(0, at) + text.substring(after()), at);
    }

    /** Without the word before the place. */
    public Draft eraseWord() {
        int begin = at;
        while (begin > 0 && text.charAt(begin - 1) == ' ') {
            begin--;
        }
        while (begin > 0 && text.charAt(begin - 1) != ' ') {
            begin--;
        }
        return new Draft(text.substring(0, begin) + text.substring(at), begin);
    }

    /** Without everything before the place. */
    public Draft eraseLine() {
        return new Draft(text.substring(at), 0);
    }

    public Draft left() {
        return new Draft(text, before());
    }

    public Draft right() {
        return new Draft(text, after());
    }

    public Draft home() {
        return new Draft(text, 0);
    }

    public Draft end() {
        return of(text);
    }

    private int before() {
        int before = 0;
        var clusters = new Clusters(text);
        while (clusters.next() && clusters.end() <= at) {
            before = clusters.start();
        }
        return before;
    }

    private int after() {
        var clusters = new Clusters(text);
        while (clusters.next()) {
            if (clusters.start() >= at) {
                return clusters.end();
            }
        }
        return text.length();
    }
}
