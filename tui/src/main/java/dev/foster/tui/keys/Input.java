package dev.foster.tui.keys;

/** Something a person did. */
public sealed interface Input {

    /** A key, by itself or with others held down. */
    record Press(Key key) implements Input {}

    /** Text that was pasted: no key of it means anything but itself. */
    record Paste(String text) implements Input {}

    /** A mouse button went down, over a cell counted from 0. */
    record Click(int x, int y) implements Input {}

    /**
     * The wheel was turned over a cell.
     *
     * @param lines downwards; negative upwards
     */
    record Wheel(int x, int y, int lines) implements Input {}
}
