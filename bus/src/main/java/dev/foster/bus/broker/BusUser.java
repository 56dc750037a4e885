package dev.foster.bus.broker;

/** Someone who may connect, by name and password. */
public record BusUser(String name, String password, Permissions permissions) {
    /** A user without limits. */
    public static BusUser of(String name, String password) {
        return new BusUser(name, password, Permissions.ALL);
    }

    /** Leaves the password out, as this text may reach a log. */
    @Override
    public String toString() {
        return "BusUser[" + name + "]";
    }
}
