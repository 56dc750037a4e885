package dev.foster.tui.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.tui.frame.Area;
import dev.foster.tui.frame.Frame;
import dev.foster.tui.frame.Region;
import dev.foster.tui.frame.Size;

import org.junit.jupiter.api.Test;

import java.util.HashSet;

class GridTest {

    @Test
    void panelsFillThePlaceAndDoNotOverlap() {
        for (int count = 1; count <= 12; count++) {
            Region place = new Frame(new Size(160, 47)).whole();
            Grid grid = Grid.of(count, 160, 47);
            assertThat(grid.scrolls()).isFalse();
            var cells = new HashSet<String>();
            for (int i = 0; i < count; i++) {
                Area area = grid.cell(place, i, 0).area();
                assertThat(area.width()).isGreaterThanOrEqualTo(20);
                assertThat(area.height()).isGreaterThanOrEqualTo(4);
                for (int x = area.x(); x < area.x() + area.width(); x++) {
                    for (int y = area.y(); y < area.y() + area.height(); y++) {
                        assertThat(cells.add(x + "," + y)).as("taken once").isTrue();
                    }
                }
            }
            assertThat(cells).as("%s panels", count).hasSize(160 * 47);
        }
    }

    @Test
    void theSelectedOneIsAmongThoseThatAreSeen() {
        Grid grid = Grid.of(60, 80, 21);
        assertThat(grid.scrolls()).isTrue();
        for (int selected = 0; selected < 60; selected++) {
            int row = selected / grid.columns();
            int first = grid.firstRow(selected);
            assertThat(row).isBetween(first, first + grid.seen() - 1);
            assertThat(first).isBetween(0, grid.rows() - grid.seen());
        }
    }

    @Test
    void fewPanelsAreSideBySideOnlyWhereTheyStayWide() {
        assertThat(Grid.of(2, 80, 21).columns()).isEqualTo(1);
        assertThat(Grid.of(2, 200, 21).columns()).isEqualTo(2);
        assertThat(Grid.of(1, 200, 50).columns()).isEqualTo(1);
    }

    @Test
    void aPlaceThatIsTooSmallStillHasOnePanel() {
        Grid grid = Grid.of(3, 10, 2);
        assertThat(grid.columns()).isEqualTo(1);
        assertThat(grid.seen()).isEqualTo(1);
    }
}
