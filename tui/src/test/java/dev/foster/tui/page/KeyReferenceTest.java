package dev.foster.tui.page;

import static dev.foster.tui.page.OverviewPageTest.draw;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.tui.state.Command;
import dev.foster.tui.state.Page;
import dev.foster.tui.state.Ui;

import org.junit.jupiter.api.Test;

class KeyReferenceTest {

    @Test
    void everyCommandStandsInTheReferenceOnce() {
        String reference = KeyReference.markdown();
        for (Command command : Command.values()) {
            assertThat(reference.split("\\| `" + command.word() + "` \\| ", -1))
                    .as(command.word())
                    .hasSize(2);
            command.keys().forEach(key -> assertThat(reference).contains("`" + key.name() + "`"));
        }
    }

    @Test
    void everyCommandStandsOnTheHelpPage() {
        Ui ui = Ui.start(true).page(Page.HELP);
        String wide = draw(Worlds.shop(), ui, 200, 60).frame().plain();
        String narrow = draw(Worlds.shop(), ui, 80, 120).frame().plain();
        for (Command command : Command.values()) {
            assertThat(wide).contains(command.about());
            assertThat(narrow).contains(command.about());
        }
    }

    @Test
    void keysThatAreNoCommandsStandThereToo() {
        assertThat(KeyReference.markdown())
                .contains("| `1 … 9` |  | select the panel with this number |\n")
                .contains("## Mouse\n");
    }

    @Test
    void whatTheProjectMadeOfAKeyStandsThereToo() {
        Ui ui = Ui.start(true).page(Page.HELP);
        assertThat(draw(Worlds.shop(), ui, 80, 24).frame().plain())
                .containsPattern("Space +pause \\(shaper\\)");
    }
}
