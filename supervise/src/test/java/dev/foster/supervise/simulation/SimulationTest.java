package dev.foster.supervise.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.time.Duration;

/**
 * Random lives of random stacks. A failure prints its seed; {@code -Dfoster.simulation.seed=N}
 * lives that one again, {@code -Dfoster.simulation.steps=N} lives more of them.
 */
class SimulationTest {
    private static final long STEPS = Long.getLong("foster.simulation.steps", 1_000_000);
    private static final int STEPS_A_LIFE = 400;
    private static final int LIVES_TO_FIND_A_BUG = 300;

    @Test
    void aMillionStepsBreakNoPromise() {
        Long seed = Long.getLong("foster.simulation.seed");
        if (seed != null) {
            live(seed, PlantedBug.NONE);
            return;
        }
        long begin = System.nanoTime();
        long first = System.currentTimeMillis();
        long steps = 0;
        long lives = 0;
        while (steps < STEPS) {
            steps += live(first + lives, PlantedBug.NONE);
            lives++;
        }
        System.out.printf(
                "simulation: %d steps in %d lives from seed %d, %d ms%n",
                steps, lives, first, Duration.ofNanos(System.nanoTime() - begin).toMillis());
        assertThat(steps).isGreaterThanOrEqualTo(STEPS);
    }

    @Test
    void theSameSeedLivesTheSameLife() {
        assertThat(live(7, PlantedBug.NONE)).isEqualTo(live(7, PlantedBug.NONE));
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void aBugThatIsPlantedIsFound(PlantedBug bug) {
        for (long seed = 0; seed < LIVES_TO_FIND_A_BUG; seed++) {
            try {
                live(seed, bug);
            } catch (AssertionError found) {
                System.out.printf("simulation: %s found by seed %d%n", bug, seed);
                return;
            }
        }
        fail("no invariant noticed that " + bug);
    }

    private static int live(long seed, PlantedBug bug) {
        try {
            return new Simulation(seed, bug).run(STEPS_A_LIFE);
        } catch (AssertionError failure) {
            return fail("seed " + seed + ": " + failure.getMessage(), failure);
        }
    }
}
