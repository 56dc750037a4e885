/** The rules and the loop on a simulated system, under random schedules that a seed replays. */
@NullMarked
package dev.foster.supervise.simulation;

import org.jspecify.annotations.NullMarked;
