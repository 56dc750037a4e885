package dev.foster.tui.state;

import dev.foster.tui.frame.Clusters;

/**
 * A text that is being written.
 *
 * @param at where the next character goes
 */
public record TextInput(String text, int at) {
    public static final TextInput EMPTY = new TextInput("", 0);

    public static TextInput of(String text) {
        return new TextInput(text, text.length());
    }

    public TextInput insert(String more) {
        return new TextInput(text.substring(0, at) + more + text.substring(at), at + more.length());
    }

    /** Without the character before the place. */
    public TextInput erase() {
        int before = before();
        return new TextInput(text.substring(0, before) + text.substring(at), before);
    }

    /** Without the character at the place. */
    public TextInput delete() {
        return new TextInput(text.substring(0, at) + text.substring(after()), at);
    }

    /** Without the word before the place. */
    public TextInput eraseWord() {
        int begin = at;
        while (begin > 0 && text.charAt(begin - 1) == ' ') {
            begin--;
        }
        while (begin > 0 && text.charAt(begin - 1) != ' ') {
            begin--;
        }
        return new TextInput(text.substring(0, begin) + text.substring(at), begin);
    }

    /** Without everything before the place. */
    public TextInput eraseLine() {
        return new TextInput(text.substring(at), 0);
    }

    public TextInput left() {
        return new TextInput(text, before());
    }

    public TextInput right() {
        return new TextInput(text, after());
    }

    public TextInput home() {
        return new TextInput(text, 0);
    }

    public TextInput end() {
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
