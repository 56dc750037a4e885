package dev.foster.process.internal.linux;

import org.jspecify.annotations.Nullable;

/**
 * Processes by their number. Numbers are small and lie close together, so an array of pages finds
 * one without boxing, and pages that fall empty are let go.
 */
final class PidTable {
    private static final int PAGE_BITS = 8;
    private static final int PAGE = 1 << PAGE_BITS;
    // No Linux has larger numbers.
    private static final int PAGES = 1 << 22 >> PAGE_BITS;

    private static final class Page {
        final @Nullable SeenProcess[] places = new @Nullable SeenProcess[PAGE];
        int taken;
    }

    private final @Nullable Page[] pages = new @Nullable Page[PAGES];

    @Nullable SeenProcess get(int pid) {
        int number = pid >> PAGE_BITS;
        Page page = number >= 0 && number < PAGES ? pages[number] : null;
        return page == null ? null : page.places[pid & (PAGE - 1)];
    }

    void put(SeenProcess process) {
        int number = process.pid >> PAGE_BITS;
        Page page = pages[number];
        if (page == null) {
            page = new Page();
            pages[number] = page;
        }
        int place = process.pid & (PAGE - 1);
        if (page.places[place] == null) {
            page.taken++;
        }
        page.places[place] = process;
    }

    /** Takes this very process out; one that has its number since stays. */
    void remove(SeenProcess process) {
        int number = process.pid >> PAGE_BITS;
        Page page = pages[number];
        int place = process.pid & (PAGE - 1);
        if (page != null && page.places[place] == process) {
            page.places[place] = null;
            if (--page.taken == 0) {
                pages[number] = null;
            }
        }
    }
}
