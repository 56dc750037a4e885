package dev.foster.tui.steer;

import dev.foster.control.ProcessState;
import dev.foster.control.ProcessView;
import dev.foster.control.ProjectView;
import dev.foster.control.ScreenView;
import dev.foster.tui.frame.Area;
import dev.foster.tui.frame.Frame;
import dev.foster.tui.frame.Size;
import dev.foster.tui.keys.Input;
import dev.foster.tui.keys.Key;
import dev.foster.tui.state.Deed;
import dev.foster.tui.state.Picture;
import dev.foster.tui.state.Ui;
import dev.foster.tui.world.DaemonLink;
import dev.foster.tui.world.LogLine;
import dev.foster.tui.world.Output;
import dev.foster.tui.world.World;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** Somebody before a screen, of which only what rules depend on is there. */
final class Person {
    static final Instant AT = Instant.parse("2026-01-31T12:00:00Z");

    World world;
    Picture picture = new Picture(new Frame(new Size(80, 24)), List.of(), Picture.Sight.NONE);
    Ui ui;
    final List<Deed> deeds = new ArrayList<>();

    Person(boolean owner, String... names) {
        world = world(ScreenView.NONE, names);
        ui = Steering.settled(Ui.start(owner), world);
    }

    static World world(ScreenView screen, String... names) {
        World empty = World.unknown(AT);
        return new World(
                new DaemonLink.Live(),
                Optional.of(
                        new ProjectView(
                                "demo",
                                "/srv/demo",
                                List.of(),
                                1,
                                "1",
                                AT,
                                "linux",
                                false,
                                names.length,
                                0,
                                0,
                                List.of(),
                                screen,
                                false)),
                Arrays.stream(names)
                        .map(name -> ProcessView.of(name, ProcessState.RUNNING, List.of(name)))
                        .toList(),
                Map.of(),
                Map.of(),
                Map.of(),
                empty.events(),
                List.of(),
                empty.bus(),
                Map.of(),
                Map.of(),
                AT);
    }

    /** A process has said lines with these texts; their cursors are 1, 2, 3 … times ten. */
    Person hears(String name, boolean whole, String... texts) {
        List<LogLine> lines =
                IntStream.range(0, texts.length)
                        .mapToObj(
                                i -> new LogLine(AT, LogLine.Voice.OUTPUT, texts[i], 10L * (i + 1)))
                        .toList();
        world =
                new World(
                        world.link(),
                        world.project(),
                        world.processes(),
                        Map.of(),
                        Map.of(),
                        Map.of(name, new Output(lines, whole)),
                        List.of(),
                        List.of(),
                        world.bus(),
                        Map.of(),
                        Map.of(),
                        AT);
        return this;
    }

    /** Sees these lines of the output. */
    Person sees(int rows, long first, long last) {
        picture =
                new Picture(
                        picture.frame(),
                        picture.zones(),
                        new Picture.Sight(rows, Optional.of(first), Optional.of(last)));
        return this;
    }

    Person sees(Picture.Zone... zones) {
        picture = new Picture(picture.frame(), List.of(zones), picture.sight());
        return this;
    }

    static Picture.Zone row(int x, int y, String name) {
        return new Picture.Zone(new Area(x, y, 10, 5), new Picture.Target.Row(name));
    }

    Person press(String... keys) {
        for (String key : keys) {
            does(new Input.Press(new Key(key)));
        }
        return this;
    }

    Person types(String text) {
        text.codePoints().forEach(c -> does(new Input.Press(Key.of(Character.toString(c)))));
        return this;
    }

    Person does(Input input) {
        Move step = new Steering(world, picture).on(ui, input);
        ui = step.ui();
        deeds.addAll(step.deeds());
        return this;
    }
}
