package dev.foster.bus.broker;

import java.util.Map;

/** What a client asked for when it connected; without a CONNECT, {@link #SILENT}. */
record ConnectRequest(
        boolean verbose,
        boolean pedantic,
        boolean echo,
        boolean headers,
        boolean noResponders,
        int protocol,
        String user,
        String password,
        String token,
        String name,
        String language,
        String version) {

    /** A client that never said CONNECT is answered like a person at a terminal. */
    static final ConnectRequest SILENT =
            new ConnectRequest(true, true, true, false, false, 0, "", "", "", "", "", "");

    /** This request with what the JSON says in its place. */
    ConnectRequest with(String json) throws MalformedJson {
        Map<String, Object> members = ConnectJson.members(json);
        return new ConnectRequest(
                member(members, "verbose", verbose),
                member(members, "pedantic", pedantic),
                member(members, "echo", echo),
                member(members, "headers", headers),
                member(members, "no_responders", noResponders),
                member(members, "protocol", (double) protocol).intValue(),
                member(members, "user", user),
                member(members, "pass", password),
                member(members, "auth_token", token),
                member(members, "name", name),
                member(members, "lang", language),
                member(members, "version", version));
    }

    /** Whether it says nothing of who it is. */
    boolean anonymous() {
        return user.isEmpty() && password.isEmpty() && token.isEmpty();
    }

    @SuppressWarnings("unchecked")
    private static <T> T member(Map<String, Object> members, String name, T otherwise)
            throws MalformedJson {
        Object value = members.getOrDefault(name, otherwise);
        if (value.getClass() != otherwise.getClass()) {
            throw new MalformedJson(name);
        }
        return (T) value;
    }

    /** Leaves the secrets out, as this text may reach a log. */
    @Override
    public String toString() {
        return "ConnectRequest[user=" + user + ", name=" + name + "]";
    }
}
