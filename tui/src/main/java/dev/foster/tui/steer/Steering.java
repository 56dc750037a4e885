package dev.foster.tui.steer;

import dev.foster.control.ProcessView;
import dev.foster.control.ScreenView;
import dev.foster.tui.keys.Input;
import dev.foster.tui.keys.Key;
import dev.foster.tui.state.Command;
import dev.foster.tui.state.Confirmation;
import dev.foster.tui.state.Deed;
import dev.foster.tui.state.Page;
import dev.foster.tui.state.Picture;
import dev.foster.tui.state.Shown;
import dev.foster.tui.state.TextInput;
import dev.foster.tui.state.Ui;
import dev.foster.tui.world.World;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** What a person's doing means: from where they are to where they get, and what is to be done. */
public final class Steering {
    private static final String ALT = "Alt-";

    private final World world;
    private final Picture picture;

    /**
     * @param world what the person knows
     * @param picture what they see
     */
    public Steering(World world, Picture picture) {
        this.world = world;
        this.picture = picture;
    }

    public Move on(Ui before, Input input) {
        Ui ui = settled(before.notice(Optional.empty()), world);
        Move step =
                switch (input) {
                    case Input.Press(Key key) -> press(ui, key);
                    case Input.Paste(String text) -> paste(ui, text);
                    case Input.Click(int x, int y) -> click(ui, x, y);
                    case Input.Wheel wheel -> wheel(ui, wheel.lines());
                };
        return new Move(settled(step.ui(), world), step.deeds());
    }

    /**
     * Processes come and go. In a list, the selected one must be one that is there, and so must all
     * that are marked; who reads about one is not taken to another when it goes.
     */
    public static Ui settled(Ui before, World world) {
        if (world.processes().isEmpty()) {
            return before;
        }
        Ui ui = marked(before, world);
        boolean listed = ui.page() == Page.OVERVIEW || ui.page() == Page.PANELS;
        if (!listed && !ui.selected().isEmpty()) {
            return ui;
        }
        List<ProcessView> shown = Shown.processes(world, ui);
        boolean there = shown.stream().anyMatch(process -> process.name().equals(ui.selected()));
        return there ? ui : ui.selected(shown.isEmpty() ? "" : shown.getFirst().name());
    }

    private static Ui marked(Ui ui, World world) {
        if (ui.marked().stream().allMatch(name -> world.process(name).isPresent())) {
            return ui;
        }
        var left = new TreeSet<>(ui.marked());
        left.removeIf(name -> world.process(name).isEmpty());
        return ui.marked(left);
    }

    private Move press(Ui ui, Key key) {
        if (key.name().startsWith(ALT) && !Editing.knows(key)) {
            return escaped(ui, new Key(key.name().substring(ALT.length())));
        }
        if (ui.question().isPresent()) {
            return answer(ui, ui.question().get(), key);
        }
        if (ui.prompt().isPresent()) {
            return new Prompting(world, picture).press(ui, ui.prompt().get(), key);
        }
        if (ui.page() == Page.CHAT && key.equals(Key.control('c')) && !ui.chat().text().isEmpty()) {
            return Move.to(ui.chat(TextInput.EMPTY));
        }
        Optional<Move> own = ownKey(ui, key);
        if (own.isPresent()) {
            return own.get();
        }
        Optional<Command> command = Command.of(key, ui.page());
        if (command.isPresent()) {
            return run(ui, command.get());
        }
        return ui.page() == Page.CHAT ? Chatting.press(ui, key) : Move.to(ui);
    }

    /** Who types fast sends Esc and the next key at once, and terminals send the same for Alt. */
    private Move escaped(Ui ui, Key key) {
        Move escape = press(ui, Key.ESCAPE);
        Move next = press(escape.ui(), key);
        var deeds = new ArrayList<>(escape.deeds());
        deeds.addAll(next.deeds());
        return new Move(next.ui(), deeds);
    }

    private static Move answer(Ui ui, Confirmation question, Key key) {
        Ui asked = ui.question(Optional.empty());
        return question.choices().stream()
                .filter(choice -> choice.key().equals(key))
                .findFirst()
                .map(choice -> new Move(asked, choice.deeds()))
                .orElse(Move.to(asked));
    }

    /** A key that the project has given a meaning, or a panel its number. */
    private Optional<Move> ownKey(Ui ui, Key key) {
        if (ui.page() != Page.PANELS) {
            return Optional.empty();
        }
        List<ScreenView.KeyView> keys =
                world.project().map(project -> project.screen().keys()).orElse(List.of());
        for (ScreenView.KeyView own : keys) {
            if (own.key().equals(key.name())) {
                return Optional.of(Move.of(ui, new Deed.Send(own.process(), own.text())));
            }
        }
        List<ProcessView> panels = Shown.processes(world, ui);
        int number = "123456789".indexOf(key.name());
        return key.name().length() == 1 && number >= 0 && number < panels.size()
                ? Optional.of(Move.to(ui.selected(panels.get(number).name())))
                : Optional.empty();
    }

    Move run(Ui ui, Command command) {
        return switch (command) {
            case OPEN -> Pages.open(ui, Page.PROCESS);
            case BACK -> Pages.back(ui);
            case NEXT_PAGE -> Pages.turn(ui, 1, hasServers());
            case PREVIOUS_PAGE -> Pages.turn(ui, -1, hasServers());
            case OVERVIEW -> Pages.open(ui, Page.OVERVIEW);
            case PANELS -> Pages.open(ui, Page.PANELS);
            case EVENTS -> Pages.open(ui, Page.EVENTS);
            case CHAT -> Pages.open(ui, Page.CHAT);
            case SERVERS -> Pages.open(ui, Page.SERVERS);
            case HELP -> Pages.open(ui, Page.HELP);
            case UP, DOWN, LEFT, RIGHT, PAGE_UP, PAGE_DOWN, TOP, BOTTOM ->
                    new Moving(world, picture).move(ui, command);
            case START, STOP, KILL, RESTART, REPLACE, MARK, MARK_ALL, COPY ->
                    new Acting(world, picture).act(ui, command);
            case SEND, SEARCH, FILTER, PALETTE -> new Prompting(world, picture).open(ui, command);
            case NEXT_MATCH, PREVIOUS_MATCH, FOLLOW ->
                    new OutputReading(world, picture).read(ui, command);
            case WRAP -> Move.to(ui.reading(ui.reading().wrap(!ui.reading().wrap())));
            case TIMES -> Move.to(ui.reading(ui.reading().times(!ui.reading().times())));
            case FACTS -> Move.to(ui.reading(ui.reading().facts(!ui.reading().facts())));
            case ZOOM -> Move.to(ui.zoomed(!ui.zoomed()));
            case END_SESSION -> new Acting(world, picture).endSession(ui);
            case BRING_DOWN -> Acting.bringDown(ui);
            case RELOAD -> Move.of(ui, new Deed.Reload());
            case REPAINT -> Move.of(ui, new Deed.Repaint());
            case SUSPEND -> Move.of(ui, new Deed.Suspend());
            case QUIT -> quit(ui);
            case INTERRUPT -> Move.of(ui, ui.owner() ? new Deed.Down() : new Deed.Leave());
        };
    }

    private boolean hasServers() {
        return !world.mcp().servers().isEmpty();
    }

    private static Move quit(Ui ui) {
        if (!ui.owner()) {
            return Move.of(ui, new Deed.Leave());
        }
        return Move.to(
                ui.question(
                        Optional.of(
                                new Confirmation(
                                        "Stop everything that foster up has started?",
                                        List.of(
                                                choice("y", "stop it all", new Deed.Down()),
                                                choice("l", "leave it running", new Deed.Leave()),
                                                new Confirmation.Choice(
                                                        Key.ESCAPE, "stay", List.of()))))));
    }

    static Confirmation.Choice choice(String key, String label, Deed deed) {
        return new Confirmation.Choice(Key.of(key), label, List.of(deed));
    }

    private Move paste(Ui ui, String text) {
        if (ui.prompt().isPresent()) {
            return new Prompting(world, picture).insert(ui, ui.prompt().get(), text);
        }
        return ui.page() == Page.CHAT && ui.question().isEmpty()
                ? Move.to(ui.chat(ui.chat().insert(oneLine(text))))
                : Move.to(ui);
    }

    static String oneLine(String text) {
        return text.replaceAll("[\\r\\n\\t]+", " ");
    }

    private Move click(Ui ui, int x, int y) {
        Optional<Picture.Target> target = picture.at(x, y);
        if (target.isEmpty()) {
            return Move.to(ui);
        }
        return switch (target.get()) {
            case Picture.Target.Answer(Confirmation.Choice choice) ->
                    new Move(ui.question(Optional.empty()), choice.deeds());
            case Picture.Target.Tab(Page page) -> Pages.open(closed(ui), page);
            case Picture.Target.Hint(Key key) -> press(closed(ui), key);
            case Picture.Target.Row(String name) ->
                    // A second click on the same one opens it.
                    ui.selected().equals(name)
                            ? Pages.open(closed(ui), Page.PROCESS)
                            : Move.to(closed(ui).selected(name));
        };
    }

    private static Ui closed(Ui ui) {
        return ui.question(Optional.empty()).prompt(Optional.empty());
    }

    private Move wheel(Ui ui, int lines) {
        return ui.question().isPresent()
                ? Move.to(ui)
                : new Moving(world, picture).scroll(ui, lines);
    }
}
