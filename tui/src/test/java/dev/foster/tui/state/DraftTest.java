package dev.foster.tui.state;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class DraftTest {

    @Test
    void wholeCharactersAreErasedHoweverManyPartsTheyHave() {
        Draft family = Draft.of("a👨‍👩‍👧e\u0301");
        assertThat(family.erase().text()).isEqualTo("a👨‍👩‍👧");
        assertThat(family.erase().erase().text()).isEqualTo("a");
        assertThat(family.home().right().delete().text()).isEqualTo("ae\u0301");
        assertThat(Draft.EMPTY.erase()).isEqualTo(Draft.EMPTY);
        assertThat(family.delete()).isEqualTo(family);
    }

    @Test
    void textGoesWhereTheCursorIs() {
        Draft draft = Draft.of("foster attach").left().left();
        assertThat(draft.insert("XY").text()).isEqualTo("foster attaXYch");
        assertThat(draft.end().at()).isEqualTo(13);
        assertThat(Draft.of("one two  ").eraseWord().text()).isEqualTo("one ");
        assertThat(Draft.of("one two").left().eraseLine().text()).isEqualTo("o");
    }
}
