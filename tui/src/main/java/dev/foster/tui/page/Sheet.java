package dev.foster.tui.page;

import dev.foster.tui.frame.Frame;
import dev.foster.tui.frame.Region;
import dev.foster.tui.frame.Size;
import dev.foster.tui.state.Picture;

import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;

/** What a picture is drawn on: its cells, and what lies where. */
final class Sheet {
    private final Frame frame;
    private final ZoneId zone;
    private final List<Picture.Zone> zones = new ArrayList<>();
    private Picture.Sight sight = Picture.Sight.NONE;

    Sheet(Size size, ZoneId zone) {
        this.frame = new Frame(size);
        this.zone = zone;
    }

    Region whole() {
        return frame.whole();
    }

    /** Where the times of the day are told for. */
    ZoneId zone() {
        return zone;
    }

    /** Makes a place clickable. */
    void clickable(Region place, Picture.Target target) {
        if (place.width() > 0 && place.height() > 0) {
            zones.add(new Picture.Zone(place.area(), target));
        }
    }

    /** Nothing that was drawn so far can be clicked any more. */
    void cover() {
        zones.clear();
    }

    void sight(Picture.Sight seen) {
        sight = seen;
    }

    Picture picture() {
        return new Picture(frame, zones, sight);
    }
}
