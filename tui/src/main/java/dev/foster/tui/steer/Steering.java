package dev.foster.tui.steer;

import dev.foster.control.ProcessView;
import dev.foster.control.ScreenView;
import dev.foster.tui.keys.Input;
import dev.foster.tui.keys.Key;
import dev.foster.tui.state.Command;
import dev.foster.tui.state.Deed;
import dev.foster.tui.state.Draft;
import dev.foster.tui.state.Page;
import dev.foster.tui.state.Picture;
import dev.foster.tui.state.Question;
import dev.foster.tui.state.Shown;
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

    public Step on(Ui before, Input input) {
        Ui ui = settled(before.notice(Optional.empty()), world);
        Step step =
                switch (input) {
                    case Input.Press(Key key) -> press(ui, key);
                    case Input.Paste(String text) -> paste(ui, text);
                    case Input.Click(int x, int y) -> click(ui, x, y);
                    case Input.Wheel wheel -> wheel(ui, wheel.lines());
                };
        return new Step(settled(step.ui(), world), step.deeds());
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

    private Step press(Ui ui, Key key) {
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
            return Step.to(ui.chat(Draft.EMPTY));
        }
        Optional<Step> own = ownKey(ui, key);
        if (own.isPresent()) {
            return own.get();
        }
        Optional<Command> command = Command.of(key, ui.page());
        if (command.isPresent()) {
            return run(ui, command.get());
        }
        return ui.page() == Page.CHAT ? Chatting.press(ui, key) : Step.to(ui);
    }

    /** Who types fast sends Esc and the next key at once, and terminals send the same for Alt. */
    private Step escaped(Ui ui, Key key) {
        Step escape = press(ui, Key.ESCAPE);
        Step next = press(escape.ui(), key);
        var deeds = new ArrayList<>(escape.deeds());
        deeds.addAll(next.deeds());
        return new Step(next.ui(), deeds);
    }

    private static Step answer(Ui ui, Question question, Key key) {
        Ui asked = ui.question(Optional.empty());
        return question.choices().stream()
                .filter(choice -> choice.key().equals(key))
                .findFirst()
                .map(choice -> new Step(asked, choice.deeds()))
                .orElse(Step.to(asked));
    }

    /** A key that the project has given a meaning, or a panel its number. */
    private Optional<Step> ownKey(Ui ui, Key key) {
        if (ui.page() != Page.PANELS) {
            return Optional.empty();
        }
        List<ScreenView.KeyView> keys =
                world.project().map(project -> project.screen().keys()).orElse(List.of());
        for (ScreenView.KeyView own : keys) {
            if (own.key().equals(key.name())) {
                return Optional.of(Step.of(ui, new Deed.Send(own.process(), own.text())));
            }
        }
        List<ProcessView> panels = Shown.processes(world, ui);
        int number = "123456789".indexOf(key.name());
        return key.name().length() == 1 && number >= 0 && number < panels.size()
                ? Optional.of(Step.to(ui.selected(panels.get(number).name())))
                : Optional.empty();
    }

    Step run(Ui ui, Command command) {
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
            case WRAP -> Step.to(ui.reading(ui.reading().wrap(!ui.reading().wrap())));
            case TIMES -> Step.to(ui.reading(ui.reading().times(!ui.reading().times())));
            case FACTS -> Step.to(ui.reading(ui.reading().facts(!ui.reading().facts())));
            case ZOOM -> Step.to(ui.zoomed(!ui.zoomed()));
            case END_SESSION -> new Acting(world, picture).endSession(ui);
            case BRING_DOWN -> Acting.bringDown(ui);
            case RELOAD -> Step.of(ui, new Deed.Reload());
            case REPAINT -> Step.of(ui, new Deed.Repaint());
            case SUSPEND -> Step.of(ui, new Deed.Suspend());
            case QUIT -> quit(ui);
            case INTERRUPT -> Step.of(ui, ui.owner() ? new Deed.Down() : new Deed.Leave());
        };
    }

    private boolean hasServers() {
        return !world.mcp().servers().isEmpty();
    }

    private static Step quit(Ui ui) {
        if (!ui.owner()) {
            return Step.of(ui, new Deed.Leave());
        }
        return Step.to(
                ui.question(
                        Optional.of(
                                new Question(
                                        "Stop everything that foster up has started?",
                                        List.of(
                                                choice("y", "stop it all", new Deed.Down()),
                                                choice("l", "leave it running", new Deed.Leave()),
                                                new Question.Choice(
                                                        Key.ESCAPE, "stay", List.of()))))));
    }

    static Question.Choice choice(String key, String label, Deed deed) {
        return new Question.Choice(Key.of(key), label, List.of(deed));
    }

    private Step paste(Ui ui, String text) {
        if (ui.prompt().isPresent()) {
            return new Prompting(world, picture).insert(ui, ui.prompt().get(), text);
        }
        return ui.page() == Page.CHAT && ui.question().isEmpty()
                ? Step.to(ui.chat(ui.chat().insert(oneLine(text))))
                : Step.to(ui);
    }

    static String oneLine(String text) {
        return text.replaceAll("[\\r\\n\\t]+", " ");
    }

    private Step click(Ui ui, int x, int y) {
        Optional<Picture.Target> target = picture.at(x, y);
        if (target.isEmpty()) {
            return Step.to(ui);
        }
        return switch (target.get()) {
            case Picture.Target.Answer(Question.Choice choice) ->
                    new Step(ui.question(Optional.empty()), choice.deeds());
            case Picture.Target.Tab(Page page) -> Pages.open(closed(ui), page);
            case Picture.Target.Hint(Key key) -> press(closed(ui), key);
            case Picture.Target.Row(String name) ->
                    // A second click on the same one opens it.
                    ui.selected().equals(name)
                            ? Pages.open(closed(ui), Page.PROCESS)
                            : Step.to(closed(ui).selected(name));
        };
    }

    private static Ui closed(Ui ui) {
        return ui.question(Optional.empty()).prompt(Optional.empty());
    }

    private Step wheel(Ui ui, int lines) {
        return ui.question().isPresent()
                ? Step.to(ui)
                : new Moving(world, picture).scroll(ui, lines);
    }
}
