package dev.foster.tui.page;

import static dev.foster.tui.page.OverviewPageTest.draw;
import static dev.foster.tui.page.OverviewPageTest.row;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.control.ProjectView;
import dev.foster.control.ScreenView;
import dev.foster.tui.frame.Style;
import dev.foster.tui.state.Page;
import dev.foster.tui.state.Picture;
import dev.foster.tui.state.Ui;
import dev.foster.tui.world.World;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Optional;

class PanelsPageTest {
    private static final Ui UI = Ui.start(true).page(Page.PANELS).selected("api");

    @Test
    void theProjectChoosesWhichPanelsThereAreAndInWhichOrder() {
        Picture picture = draw(choosing("web", "nobody", "api"), UI, 120, 24);
        assertThat(picture.zones().stream().map(Picture.Zone::target))
                .filteredOn(target -> target instanceof Picture.Target.Row)
                .containsExactly(new Picture.Target.Row("web"), new Picture.Target.Row("api"));
        assertThat(picture.frame().plain()).contains("1 ◐ web").contains("2 ● api");
    }

    @Test
    void anAlarmIsSeenInTheFrameOfThePanel() {
        Picture picture = draw(choosing("shaper"), UI, 80, 24);
        assertThat(picture.frame().style(0, 5)).isEqualTo(Looks.ALARM);
        assertThat(row(picture.frame(), 22)).contains("! upstream too slow: 4812 ms");
        assertThat(row(picture.frame(), 2)).endsWith("412.5 req/s ╮");
    }

    @Test
    void thePanelWhereThePersonIsHasAThickFrame() {
        Picture picture = draw(choosing("api"), UI, 80, 24);
        assertThat(picture.frame().text(0, 5)).isEqualTo("┃");
        assertThat(picture.frame().style(0, 5).has(Style.BOLD)).isTrue();
        Picture other = draw(choosing("api"), UI.selected("web"), 80, 24);
        assertThat(other.frame().text(0, 5)).isEqualTo("│");
    }

    @Test
    void errorsAreMarkedAtTheirLeft() {
        Picture picture = draw(choosing("api"), UI, 80, 24);
        int marked = 0;
        for (int y = 3; y < 22; y++) {
            boolean error = row(picture.frame(), y).contains("timeout after");
            assertThat(picture.frame().text(1, y)).isEqualTo(error ? "▏" : " ");
            marked += error ? 1 : 0;
        }
        assertThat(marked).isPositive();
    }

    @Test
    void aKeyOfTheProjectTakesThePlaceOfOurs() {
        String footer = row(draw(Worlds.shop(), UI, 160, 24).frame(), 23);
        assertThat(footer).contains("Space pause").doesNotContain("Space mark");
    }

    private static World choosing(String... panels) {
        World shop = Worlds.shop();
        ProjectView project = shop.project().orElseThrow();
        var json = project.toJson();
        json.put("screen", new ScreenView(List.of(panels), List.of()).toJson());
        return new World(
                shop.link(),
                Optional.of(ProjectView.fromJson(json)),
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
    }
}
