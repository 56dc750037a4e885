package dev.foster.tui.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.control.ProcessState;
import dev.foster.control.ProcessView;
import dev.foster.control.ProjectView;
import dev.foster.tui.frame.Frame;
import dev.foster.tui.frame.Size;
import dev.foster.tui.frame.Style;
import dev.foster.tui.state.Picture;
import dev.foster.tui.state.Ui;
import dev.foster.tui.world.DaemonLink;
import dev.foster.tui.world.World;

import org.junit.jupiter.api.Test;

import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

class OverviewPageTest {
    private static final List<String> HEADS =
            List.of("NAME", "STATE", "LAST LINE", "UPTIME", "CPU", "MEMORY", "RESTARTS", "READY");

    @Test
    void columnsGiveWayOneAfterTheOtherAndNameAndStateNever() {
        int before = 0;
        for (int width = 40; width <= 200; width++) {
            String heads = draw(Worlds.shop(), Ui.start(true), width, 24).frame().plain();
            int shown = 0;
            while (shown < HEADS.size() && heads.contains(HEADS.get(shown))) {
                shown++;
            }
            assertThat(HEADS.subList(shown, HEADS.size()))
                    .as("at %s columns", width)
                    .noneMatch(heads::contains);
            assertThat(shown).as("at %s columns", width).isGreaterThanOrEqualTo(2);
            assertThat(shown).as("at %s columns", width).isGreaterThanOrEqualTo(before);
            before = shown;
        }
        assertThat(before).isEqualTo(HEADS.size());
    }

    @Test
    void whicheverProcessIsSelectedIsSeenAndCanBeClicked() {
        List<ProcessView> processes = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            processes.add(new Worlds.Made("p" + i, ProcessState.RUNNING).ready().view());
        }
        World world = Worlds.with(new DaemonLink.Live(), processes);
        for (ProcessView process : processes) {
            Picture picture = draw(world, Ui.start(true).selected(process.name()), 80, 12);
            var zone =
                    picture.zones().stream()
                            .filter(z -> z.target().equals(new Picture.Target.Row(process.name())))
                            .findFirst();
            assertThat(zone).as(process.name()).isPresent();
            int y = zone.get().area().y();
            assertThat(picture.frame().style(4, y).has(Style.REVERSE)).isTrue();
            assertThat(row(picture.frame(), y)).contains(process.name() + " ");
        }
    }

    @Test
    void aProcessThatDoesNotRunSaysWhyInsteadOfItsLastLine() {
        String table = draw(Worlds.shop(), Ui.start(true), 160, 12).frame().plain();
        assertThat(table.lines().filter(line -> line.contains("mailer")))
                .singleElement()
                .asString()
                .endsWith("in 3.2 s: fourth crash in 41 s, exit 1");
        assertThat(table.lines().filter(line -> line.contains("database")))
                .singleElement()
                .asString()
                .contains("listening on 127.0.0.1:8080");
    }

    @Test
    void whatTheDaemonComplainsAboutStandsOnTop() {
        World shop = Worlds.shop();
        var project = shop.project().orElseThrow().toJson();
        project.put("problems", List.of("the disk is full"));
        World world =
                new World(
                        shop.link(),
                        Optional.of(ProjectView.fromJson(project)),
                        shop.processes(),
                        shop.processor(),
                        shop.memory(),
                        shop.outputs(),
                        shop.events(),
                        shop.chat(),
                        shop.bus(),
                        shop.why(),
                        shop.facts(),
                        shop.now());
        assertThat(row(draw(world, Ui.start(true), 80, 12).frame(), 1))
                .contains("the disk is full");
    }

    @Test
    void nothingIsSelectedWhenNothingIs() {
        Frame frame = draw(Worlds.shop(), Ui.start(true), 80, 12).frame();
        for (int y = 1; y < 12; y++) {
            assertThat(frame.style(4, y).has(Style.REVERSE)).isFalse();
        }
    }

    static Picture draw(World world, Ui ui, int width, int height) {
        return Pages.draw(world, ui, new Size(width, height), ZoneOffset.UTC);
    }

    static String row(Frame frame, int y) {
        return frame.plain().lines().skip(y).findFirst().orElseThrow();
    }
}
