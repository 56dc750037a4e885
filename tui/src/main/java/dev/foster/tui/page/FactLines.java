package dev.foster.tui.page;

import dev.foster.control.Amounts;
import dev.foster.control.FactsView;
import dev.foster.control.ProcessView;
import dev.foster.control.WhyView;
import dev.foster.tui.frame.Style;
import dev.foster.tui.frame.Text;
import dev.foster.tui.world.World;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What is known about a process beside its output, the most important first. */
final class FactLines {
    private static final int LABELS = 12;
    private static final int MOST_RUNS = 8;

    private record Fact(String label, String value, Style style) {}

    private final World world;
    private final ProcessView process;

    FactLines(World world, ProcessView process) {
        this.world = world;
        this.process = process;
    }

    /**
     * All of it in rows.
     *
     * @param most how many rows one fact may take
     */
    List<Text> rows(int width, int most) {
        var rows = new ArrayList<Text>();
        int room = Math.max(2, width - LABELS);
        for (Fact fact : facts()) {
            String label = fact.label();
            Text value = Text.of(SafeWords.words(fact.value()), fact.style());
            List<Text> lines = most == 1 ? List.of(value.fit(room)) : Paragraph.rows(value, room);
            for (int i = 0; i < Math.min(most, lines.size()); i++) {
                boolean cut = i == most - 1 && lines.size() > most;
                Text line = cut ? lines.get(i).plus(" …", Looks.SOFT).fit(room) : lines.get(i);
                rows.add(labelled(label).plus(line));
                label = "";
            }
        }
        return rows;
    }

    private static Text labelled(String label) {
        Text text = Text.of(SafeWords.words(label), Looks.SOFT).fit(LABELS - 1);
        return text.plus(" ".repeat(LABELS - text.width()));
    }

    private List<Fact> facts() {
        var facts = new ArrayList<Fact>();
        Optional<FactsView> known = Optional.ofNullable(world.facts().get(process.name()));
        why(facts);
        process.description().ifPresent(text -> facts.add(fact("about", text)));
        List<String> command = known.map(FactsView::command).orElse(process.command());
        if (!command.isEmpty()) {
            facts.add(fact("command", String.join(" ", command)));
        }
        known.ifPresent(view -> facts.add(fact("directory", view.directory())));
        process.group().ifPresent(group -> facts.add(fact("group", group)));
        String label = "depends on";
        for (var entry : process.dependsOn().entrySet()) {
            facts.add(fact(label, entry.getKey() + "  " + entry.getValue()));
            label = "";
        }
        known.ifPresent(
                view -> view.settings().forEach((key, value) -> facts.add(fact(key, value))));
        known.ifPresent(view -> runs(facts, view));
        known.filter(view -> !view.environment().isEmpty())
                .ifPresent(
                        view ->
                                facts.add(
                                        new Fact(
                                                "environment",
                                                String.join(" ", view.environment()),
                                                Looks.SOFT)));
        return facts;
    }

    private void why(List<Fact> facts) {
        WhyView why = world.why().get(process.name());
        if (why == null) {
            return;
        }
        Looks looks = Looks.of(process);
        facts.add(new Fact("why", why.summary(), looks.calm() ? Style.PLAIN : looks.style()));
        why.advice().ifPresent(advice -> facts.add(fact("advice", advice)));
    }

    /** The newest first. */
    private void runs(List<Fact> facts, FactsView view) {
        List<FactsView.RunView> newest = view.runs().reversed();
        String label = "runs";
        for (FactsView.RunView run : newest.subList(0, Math.min(MOST_RUNS, newest.size()))) {
            facts.add(fact(label, "#" + run.run() + "  " + told(run)));
            label = "";
        }
    }

    private String told(FactsView.RunView run) {
        if (run.endedAt().isEmpty()) {
            return "for " + elapsed(Duration.between(run.startedAt(), world.now()));
        }
        String exit = run.exit().orElse("ended");
        return exit
                + " after "
                + elapsed(Duration.between(run.startedAt(), run.endedAt().get()))
                + ", "
                + elapsed(Duration.between(run.endedAt().get(), world.now()))
                + " ago";
    }

    private static String elapsed(Duration duration) {
        return Amounts.elapsed(duration);
    }

    private static Fact fact(String label, String value) {
        return new Fact(label, value, Style.PLAIN);
    }
}
