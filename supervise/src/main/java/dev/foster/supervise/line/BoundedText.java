package dev.foster.supervise.line;

/**
 * A text that can be looked at only so often. A regular expression may look at a line of a few
 * dozen characters for years; with this it gives up.
 */
record BoundedText(String text, int begin, int end, Steps steps) implements CharSequence {

    /** Somebody looked too often. */
    static final class Exhausted extends RuntimeException {
        private static final long serialVersionUID = 1;

        Exhausted() {
            super("too many steps", null, false, false);
        }
    }

    /** How often it may still be looked at; shared by its parts. */
    static final class Steps {
        private int left;

        Steps(int most) {
            this.left = most;
        }
    }

    static BoundedText of(String text, int most) {
        return new BoundedText(text, 0, text.length(), new Steps(most));
    }

    @Override
    public int length() {
        return end - begin;
    }

    @Override
    public char charAt(int index) {
        if (--steps.left < 0) {
            throw new Exhausted();
        }
        return text.charAt(begin + index);
    }

    @Override
    public CharSequence subSequence(int from, int to) {
        return new BoundedText(text, begin + from, begin + to, steps);
    }

    @Override
    public String toString() {
        return text.substring(begin, end);
    }
}
