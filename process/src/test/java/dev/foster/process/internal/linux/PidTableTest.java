package dev.foster.process.internal.linux;

import static org.assertj.core.api.Assertions.assertThat;

import static java.util.Objects.requireNonNull;

import org.junit.jupiter.api.Test;

class PidTableTest {
    private static final int LARGEST = (1 << 22) - 1;

    private final PidTable table = new PidTable();

    @Test
    void processesAreFoundByTheirNumber() {
        int[] numbers = {1, 255, 256, 257, 32768, LARGEST};
        for (int pid : numbers) {
            table.put(SeenProcess.missed(pid));
        }
        for (int pid : numbers) {
            assertThat(requireNonNull(table.get(pid)).pid).isEqualTo(pid);
        }
        assertThat(table.get(2)).isNull();
        assertThat(table.get(0)).isNull();
        assertThat(table.get(-1)).isNull();
        assertThat(table.get(LARGEST + 1)).isNull();
    }

    @Test
    void oneThatTookANumberStaysWhenTheFormerIsRemoved() {
        SeenProcess former = SeenProcess.missed(4711);
        SeenProcess present = SeenProcess.missed(4711);
        table.put(former);
        table.put(present);

        table.remove(former);
        assertThat(table.get(4711)).isSameAs(present);
        table.remove(present);
        assertThat(table.get(4711)).isNull();
        table.remove(present);
        assertThat(table.get(4711)).isNull();
    }
}
