package dev.foster.tui.page;

import dev.foster.tui.frame.Region;

/** Shows at the right edge which part of something long is seen; nothing if all of it is. */
final class ScrollBar {
    private ScrollBar() {}

    static void draw(Region place, int total, int first, int seen) {
        int height = place.height();
        if (height < 2 || seen >= total) {
            return;
        }
        int thumb = Math.clamp(Math.round((double) height * seen / total), 1, height - 1);
        int room = height - thumb;
        int hidden = total - seen;
        int top = (int) Math.round((double) room * Math.clamp(first, 0, hidden) / hidden);
        int right = place.width() - 1;
        for (int y = 0; y < height; y++) {
            boolean here = y >= top && y < top + thumb;
            place.write(right, y, here ? "┃" : "│", here ? Looks.ACCENT : Looks.SOFT);
        }
    }
}
