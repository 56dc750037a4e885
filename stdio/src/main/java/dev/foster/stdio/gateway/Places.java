package dev.foster.stdio.gateway;

/** How many children there may be at once; one that is only being started has a place, too. */
final class Places {
    private int free;

    Places(int most) {
        this.free = Math.max(1, most);
    }

    /** False when all are taken. */
    synchronized boolean take() {
        if (free == 0) {
            return false;
        }
        free--;
        return true;
    }

    synchronized void giveBack() {
        free++;
    }
}
