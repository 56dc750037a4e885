package dev.foster.tui.frame;

/** A rectangle of cells. */
public record Area(int x, int y, int width, int height) {

    public boolean contains(int column, int row) {
        return column >= x && column < x + width && row >= y && row < y + height;
    }
}
