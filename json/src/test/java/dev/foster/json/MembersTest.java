package dev.foster.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

class MembersTest {
    private final Members members =
            Members.of(
                    JsonText.parse(
                            """
                            {"text": "x", "number": 7, "large": 99999999999, "decimal": 0.5, "flag": true,
                             "at": "2026-01-31T12:00:00Z", "list": ["a", "b"], "mixed": ["a", 1], "object": {"k": 1}}
                            """));

    @Test
    void membersAreReadByTheirKind() {
        assertThat(members.text("text")).isEqualTo("x");
        assertThat(members.number("number")).isEqualTo(7);
        assertThat(members.smallNumber("large")).as("as near as it gets").isEqualTo(2147483647);
        assertThat(members.flag("flag")).isTrue();
        assertThat(members.instant("at")).isEqualTo(Instant.parse("2026-01-31T12:00:00Z"));
        assertThat(members.texts("list")).containsExactly("a", "b");
        assertThat(members.inner("object")).containsEntry("k", 1L);
        assertThat(members.optionalDecimal("decimal")).contains(0.5);
        assertThat(members.optionalDecimal("number")).as("7 is a number too").contains(7.0);
    }

    @Test
    void anAbsentMemberIsEmptyWhereItMayBe() {
        assertThat(members.optionalText("none")).isEmpty();
        assertThat(members.optionalNumber("none")).isEmpty();
        assertThat(members.optionalInstant("none")).isEmpty();
        assertThat(members.optionalDecimal("none")).isEmpty();
        assertThat(members.optionalFlag("none")).isFalse();
        assertThat(members.texts("none")).isEmpty();
        assertThat(members.inner("none")).isEmpty();
    }

    @Test
    void aMemberThatIsNeededIsNamed() {
        assertThatThrownBy(() -> members.text("none"))
                .isInstanceOf(JsonProblem.class)
                .hasMessage("none is missing");
    }

    @Test
    void aMemberOfAnotherKindIsNamed() {
        assertThatThrownBy(() -> members.text("number")).hasMessage("number is not a text");
        assertThatThrownBy(() -> members.number("text")).hasMessage("text is not a whole number");
        assertThatThrownBy(() -> members.flag("text")).hasMessage("text is not true or false");
        assertThatThrownBy(() -> members.instant("text")).hasMessageContaining("not a time");
        assertThatThrownBy(() -> members.texts("mixed")).hasMessage("mixed is not a list of texts");
        assertThatThrownBy(() -> members.texts("text")).hasMessage("text is not a list");
        assertThatThrownBy(() -> members.inner("text")).hasMessage("text is not an object");
    }

    @Test
    void absentValuesAreNotPut() {
        assertThat(
                        Members.none()
                                .put("a", Optional.empty())
                                .put("b", Optional.of(1L))
                                .put("c", List.of(1, 2), number -> "n" + number)
                                .object())
                .hasToString("{b=1, c=[n1, n2]}");
    }
}
