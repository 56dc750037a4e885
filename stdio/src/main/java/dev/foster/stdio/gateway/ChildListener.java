package dev.foster.stdio.gateway;

import dev.foster.process.Excess;
import dev.foster.supervise.spec.LimitRule;

/** Hears of a child what is no message of it. */
interface ChildListener {

    /** It wrote a line to standard error. */
    void said(long pid, String line);

    /** It used more than it may. */
    void overLimit(long pid, Excess excess, LimitRule.Then then);
}
