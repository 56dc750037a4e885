package dev.foster.plugin.message;

/** The bus cannot be reached now; sooner or later it may. */
public final class BusAway extends BusProblem {
    private static final long serialVersionUID = 1;

    private final String where;
    private final String why;
    private final boolean refused;

    /**
     * @param why in words that follow a colon
     * @param refused whether it is there and does not let us in, or nobody can even knock: somebody
     *     has to act
     */
    BusAway(BusEntry entry, String why, boolean refused) {
        super(
                "cannot reach the bus at "
                        + String.join(", ", entry.servers())
                        + ": "
                        + why
                        + "; "
                        + remedy(refused));
        this.where = String.join(", ", entry.servers());
        this.why = why;
        this.refused = refused;
    }

    private static String remedy(boolean refused) {
        return refused
                ? "correct how we come in below bus, then foster reload"
                : "start it there, or write bus: embedded";
    }

    /** What it means for who needs the bus. */
    String waiting() {
        String waiting = "waiting for the bus at " + where + ": " + why;
        return refused ? waiting + "; " + remedy(true) : waiting;
    }

    /** Whether it stays so until somebody acts. */
    boolean refused() {
        return refused;
    }
}
