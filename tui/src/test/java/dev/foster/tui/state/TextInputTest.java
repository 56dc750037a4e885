package dev.foster.tui.state;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class TextInputTest {

    @Test
    void wholeCharactersAreErasedHoweverManyPartsTheyHave() {
        TextInput family = TextInput.of("a👨‍👩‍👧e\u0301");
        assertThat(family.erase().text()).isEqualTo("a👨‍👩‍👧");
        assertThat(family.erase().erase().text()).isEqualTo("a");
        assertThat(family.home().right().delete().text()).isEqualTo("ae\u0301");
        assertThat(TextInput.EMPTY.erase()).isEqualTo(TextInput.EMPTY);
        assertThat(family.delete()).isEqualTo(family);
    }

    @Test
    void textGoesWhereTheCursorIs() {
        TextInput draft = TextInput.of("foster attach").left().left();
        assertThat(draft.insert("XY").text()).isEqualTo("foster attaXYch");
        assertThat(draft.end().at()).isEqualTo(13);
        assertThat(TextInput.of("one two  ").eraseWord().text()).isEqualTo("one ");
        assertThat(TextInput.of("one two").left().eraseLine().text()).isEqualTo("o");
    }
}
