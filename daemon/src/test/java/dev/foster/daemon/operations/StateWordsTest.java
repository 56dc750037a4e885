package dev.foster.daemon.operations;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.control.ProcessState;
import dev.foster.supervise.report.ProcessStatus.Word;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What supervision calls a state, front ends know, and think the same of. */
class StateWordsTest {
    @ParameterizedTest
    @EnumSource(Word.class)
    void eachStateHasItsWordOnTheWire(Word word) {
        ProcessState shown = ProcessState.of(word.word());
        assertThat(shown).isNotEqualTo(ProcessState.UNKNOWN);
        assertThat(shown.settled()).isEqualTo(word.down());
    }
}
