package dev.foster.tui.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.control.BusView;
import dev.foster.control.EventTone;
import dev.foster.control.EventView;
import dev.foster.control.GaugeView;
import dev.foster.control.McpChannelView;
import dev.foster.control.McpServerView;
import dev.foster.control.McpSessionView;
import dev.foster.control.McpView;
import dev.foster.control.ProcessState;
import dev.foster.control.ProcessView;
import dev.foster.tui.frame.Area;
import dev.foster.tui.frame.Clusters;
import dev.foster.tui.frame.Frame;
import dev.foster.tui.frame.Size;
import dev.foster.tui.keys.Key;
import dev.foster.tui.state.Confirmation;
import dev.foster.tui.state.Page;
import dev.foster.tui.state.Picture;
import dev.foster.tui.state.Prompt;
import dev.foster.tui.state.Reading;
import dev.foster.tui.state.TextInput;
import dev.foster.tui.state.Ui;
import dev.foster.tui.world.ChatState;
import dev.foster.tui.world.Curve;
import dev.foster.tui.world.DaemonLink;
import dev.foster.tui.world.LogLine;
import dev.foster.tui.world.Output;
import dev.foster.tui.world.Utterance;
import dev.foster.tui.world.World;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/** Whatever is known and however large the screen, a picture comes of it that stays inside. */
class AnyWorldTest {
    private static final String MEGABYTE = "x\u001b[31m界".repeat(1 << 17);
    private static final List<String> HOSTILE =
            List.of(
                    "",
                    " ",
                    "plain",
                    "\u001b[2J\u001b[H\u001b]0;title\u0007",
                    "\u001b[31mred\u001b[0m and \u009b31m",
                    "tab\tand\rreturn\nline\bback\u0000zero\u007f",
                    "界界界界界界界界",
                    "👩‍👩‍👧‍👦 family 🇩🇪 flag 👍🏽",
                    "👩\u200d\u001b[2J",
                    "e" + "\u0301".repeat(300),
                    "\u0301\u0301 alone",
                    "from \u202eright to left\u202c",
                    "\ud83d half",
                    "very-long-name-".repeat(40),
                    MEGABYTE);

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void randomWorldsOnRandomScreensAreDrawn(long seed) {
        var random = new Random(seed);
        for (int i = 0; i < 60; i++) {
            World world = world(random);
            Ui ui = ui(random, world);
            var size = new Size(1 + random.nextInt(180), 1 + random.nextInt(60));
            check(world, ui, size, "seed " + seed + ", picture " + i);
        }
    }

    @ParameterizedTest
    @EnumSource(Page.class)
    void hostileNamesAndOutputDoNothingOnAnyPage(Page page) {
        for (String text : HOSTILE) {
            World world = everywhere(text);
            for (Size size : GoldenFramesTest.SIZES) {
                Ui ui = Ui.start(false).page(page).selected(text).chat(TextInput.of(text));
                ui = page == Page.OVERVIEW ? ui.find(text) : ui;
                check(world, ui, size, page + " with " + text.length() + " characters");
                Reading wrapped = Reading.START.wrap(true).times(true).search("x");
                check(world, ui.reading(wrapped), size, page + ", wrapped");
                Reading looking = Reading.START.filter(text).search(text);
                check(world, ui.reading(looking), size, page + ", looked for");
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Page.class)
    void everySmallSizeIsDrawn(Page page) {
        for (int width = 0; width <= 45; width++) {
            for (int height = 0; height <= 13; height++) {
                Ui ui = Ui.start(true).selected("api").page(page);
                check(Worlds.shop(), ui, new Size(width, height), width + "x" + height);
            }
        }
    }

    private static void check(World world, Ui ui, Size size, String what) {
        Picture picture;
        try {
            picture = Pages.draw(world, ui, size, ZoneOffset.UTC);
        } catch (RuntimeException e) {
            throw new AssertionError(what + " at " + size + " on " + ui.page(), e);
        }
        Frame frame = picture.frame();
        assertThat(frame.size()).isEqualTo(size);
        for (Picture.Zone zone : picture.zones()) {
            Area area = zone.area();
            boolean inside =
                    area.x() >= 0
                            && area.y() >= 0
                            && area.width() > 0
                            && area.height() > 0
                            && area.x() + area.width() <= size.width()
                            && area.y() + area.height() <= size.height();
            assertThat(inside).as("%s: %s lies in %s", what, area, size).isTrue();
        }
        for (int y = 0; y < size.height(); y++) {
            checkRow(frame, y, what);
        }
        frame.cursor()
                .ifPresent(
                        at -> {
                            assertThat(at.x()).as(what).isBetween(0, size.width() - 1);
                            assertThat(at.y()).as(what).isBetween(0, size.height() - 1);
                        });
    }

    /** A cell holds what it has room for, and nothing that a terminal would obey. */
    private static void checkRow(Frame frame, int y, String what) {
        for (int x = 0; x < frame.size().width(); x++) {
            String text = frame.text(x, y);
            if (text.codePoints().anyMatch(AnyWorldTest::obeyed)) {
                throw new AssertionError(what + ": a control character at " + x + "," + y);
            }
            boolean half = x + 1 < frame.size().width() && frame.text(x + 1, y).equals(Frame.HALF);
            int width = half ? 2 : 1;
            if (!text.equals(Frame.HALF) && Clusters.width(text) != width) {
                throw new AssertionError(what + ": \"" + text + "\" at " + x + "," + y);
            }
        }
    }

    private static boolean obeyed(int codePoint) {
        return Character.isISOControl(codePoint)
                || (Character.getType(codePoint) == Character.FORMAT && codePoint != 0x200d);
    }

    /** A world in which everything that somebody could choose is the same text. */
    private static World everywhere(String text) {
        ProcessView process =
                new Worlds.Made(text, ProcessState.UNHEALTHY)
                        .pid(Long.MAX_VALUE)
                        .up(1L << 40)
                        .uses(1e12, Long.MAX_VALUE)
                        .restarts(Integer.MAX_VALUE)
                        .in(text)
                        .reason(text)
                        .after(Map.of(text, text))
                        .gauge(new GaugeView(-1e300, 0, true, text, List.of(Double.NaN, -1.0)))
                        .alert(text)
                        .put("status", text)
                        .put("description", text)
                        .view();
        LogLine line = new LogLine(Worlds.NOW, LogLine.Voice.ERROR, text, 7);
        EventView event =
                new EventView(
                        1,
                        Worlds.NOW,
                        Optional.of(text),
                        text,
                        EventTone.ALARM,
                        Optional.empty(),
                        text,
                        Optional.of(text),
                        Map.of());
        return new World(
                new DaemonLink.Lost(text),
                Optional.empty(),
                List.of(process),
                Map.of(text, Curve.of(Double.NaN, -4, 1e300)),
                Map.of(),
                Map.of(text, new Output(List.of(line, line), false)),
                List.of(event),
                List.of(new Utterance(text, text, false)),
                new ChatState(
                        List.of(new BusView.CommandView(text, text, text)), Optional.of(text)),
                Map.of(),
                Map.of(),
                servers(text, Integer.MAX_VALUE),
                Worlds.NOW);
    }

    private static McpView servers(String text, int number) {
        Optional<String> some = Optional.of(text);
        return new McpView(
                some,
                some,
                some,
                List.of(
                        new McpServerView(
                                text, some, text, some, text, number, number, number, number, 1)),
                List.of(
                        new McpSessionView(
                                text,
                                text,
                                text,
                                text,
                                Worlds.NOW,
                                Worlds.NOW.plusSeconds(number),
                                number,
                                number,
                                number,
                                Optional.of((long) number),
                                number)),
                List.of(new McpChannelView(text, text, Optional.empty(), number)),
                List.of());
    }

    private static World world(Random random) {
        List<ProcessView> processes = new ArrayList<>();
        Map<String, Output> outputs = new HashMap<>();
        int count = random.nextInt(4) == 0 ? random.nextInt(200) : random.nextInt(12);
        for (int i = 0; i < count; i++) {
            String name = text(random) + i;
            ProcessState state = any(random, List.of(ProcessState.values()));
            var made = new Worlds.Made(name, state).restarts(random.nextInt(20));
            if (random.nextBoolean()) {
                made.ready().pid(random.nextInt(100_000)).up(random.nextInt(1_000_000));
                made.uses(random.nextDouble() * 300, random.nextInt());
            }
            if (random.nextBoolean()) {
                made.reason(text(random)).in(text(random)).alert(text(random));
                made.gauge(new GaugeView(random.nextGaussian(), 1, false, "x/s", List.of(1.0)));
            }
            processes.add(made.view());
            outputs.put(name, output(random));
        }
        World all = Worlds.with(link(random), processes);
        return new World(
                all.link(),
                random.nextInt(5) == 0 ? Optional.empty() : all.project(),
                processes,
                all.processor(),
                all.memory(),
                outputs,
                random.nextInt(3) == 0 ? List.of() : all.events(),
                random.nextInt(3) == 0 ? List.of() : all.chat(),
                all.bus(),
                all.why(),
                all.facts(),
                random.nextBoolean() ? McpView.NONE : servers(text(random), random.nextInt(2_000)),
                all.now());
    }

    private static DaemonLink link(Random random) {
        return any(
                random,
                List.of(
                        new DaemonLink.Live(),
                        new DaemonLink.Live(),
                        new DaemonLink.Waiting(),
                        new DaemonLink.Lost("why")));
    }

    private static Output output(Random random) {
        List<LogLine> lines = new ArrayList<>();
        int count = random.nextInt(200);
        for (int i = 0; i < count; i++) {
            LogLine.Voice voice = any(random, List.of(LogLine.Voice.values()));
            lines.add(new LogLine(Worlds.NOW, voice, text(random), 10L + 3L * i));
        }
        return new Output(lines, random.nextBoolean());
    }

    private static Ui ui(Random random, World world) {
        String selected =
                world.processes().isEmpty() || random.nextInt(6) == 0
                        ? ""
                        : any(random, world.processes()).name();
        Ui ui =
                Ui.start(random.nextBoolean())
                        .page(any(random, List.of(Page.values())))
                        .selected(selected)
                        .marked(Set.of(selected, "nobody"))
                        .find(random.nextInt(3) == 0 ? "e" : "")
                        .reading(reading(random))
                        .zoomed(random.nextInt(4) == 0)
                        .eventsEnd(random.nextInt(60))
                        .scroll(random.nextInt(3) == 0 ? 1 << 28 : random.nextInt(50))
                        .chat(TextInput.of(text(random)));
        var prompt =
                new Prompt(
                        any(random, List.of(Prompt.Kind.values())),
                        TextInput.of(text(random)),
                        List.of("start", text(random), text(random)));
        var question =
                new Confirmation(
                        text(random),
                        List.of(new Confirmation.Choice(new Key("y"), text(random), List.of())));
        ui = random.nextInt(4) == 0 ? ui.prompt(Optional.of(prompt)) : ui;
        ui = random.nextInt(4) == 0 ? ui.question(Optional.of(question)) : ui;
        return random.nextInt(4) == 0
                ? ui.notice(Optional.of(new Ui.Notice(text(random), random.nextBoolean())))
                : ui;
    }

    private static Reading reading(Random random) {
        Reading reading =
                Reading.START
                        .column(random.nextInt(4) == 0 ? Integer.MAX_VALUE : random.nextInt(30))
                        .facts(random.nextBoolean())
                        .times(random.nextBoolean())
                        .filter(random.nextInt(3) == 0 ? "a" : "")
                        .search(random.nextBoolean() ? "E" : "");
        reading = random.nextBoolean() ? reading.wrap(true) : reading;
        return random.nextBoolean() ? reading.from(random.nextInt(700)) : reading;
    }

    private static String text(Random random) {
        // The longest takes long, and has a test of its own.
        return any(random, HOSTILE.subList(0, HOSTILE.size() - 1));
    }

    private static <T> T any(Random random, List<T> some) {
        return some.get(random.nextInt(some.size()));
    }
}
