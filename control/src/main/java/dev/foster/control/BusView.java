package dev.foster.control;

import dev.foster.json.Members;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The bus of a project.
 *
 * @param embedded whether it is in the daemon itself
 * @param servers where it is, without credentials
 * @param user who comes in there
 * @param password the password of that user
 * @param token what lets anybody in who knows it
 * @param credentials a file with the key of a user
 * @param authority a file with the certificates to trust
 * @param connected whether the daemon is on it
 * @param traffic what passed it, by names; only of an embedded one
 * @param commands what people can ask for
 */
public record BusView(
        boolean embedded,
        List<String> servers,
        Optional<String> user,
        Optional<String> password,
        Optional<String> token,
        Optional<String> credentials,
        Optional<String> authority,
        boolean connected,
        Map<String, Long> traffic,
        List<CommandView> commands) {

    /**
     * Something people can ask for.
     *
     * @param word what they write, without the prefix
     * @param plugin who answers
     * @param description what it does; empty when nobody said
     */
    public record CommandView(String word, String plugin, String description) {
        Map<String, Object> toJson() {
            return Members.none()
                    .put("word", word)
                    .put("plugin", plugin)
                    .put("description", description)
                    .object();
        }

        static CommandView fromJson(Object json) {
            Members members = Members.of(json);
            return new CommandView(
                    members.text("word"), members.text("plugin"), members.text("description"));
        }
    }

    public BusView {
        servers = List.copyOf(servers);
        traffic = Map.copyOf(traffic);
        commands = List.copyOf(commands);
    }

    /** The same without what lets anybody in. */
    public BusView withoutSecrets() {
        return new BusView(
                embedded,
                servers,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                connected,
                traffic,
                commands);
    }

    public Map<String, Object> toJson() {
        return Members.none()
                .put("embedded", embedded)
                .put("servers", servers)
                .put("user", user)
                .put("password", password)
                .put("token", token)
                .put("credentials", credentials)
                .put("authority", authority)
                .put("connected", connected)
                .put("traffic", traffic)
                .put("commands", commands, CommandView::toJson)
                .object();
    }

    public static BusView fromJson(Object json) {
        Members members = Members.of(json);
        var traffic = new java.util.LinkedHashMap<String, Long>();
        Members numbers = Members.of(members.inner("traffic"));
        numbers.object().keySet().forEach(name -> traffic.put(name, numbers.number(name)));
        return new BusView(
                members.flag("embedded"),
                members.texts("servers"),
                members.optionalText("user"),
                members.optionalText("password"),
                members.optionalText("token"),
                members.optionalText("credentials"),
                members.optionalText("authority"),
                members.flag("connected"),
                traffic,
                members.list("commands", CommandView::fromJson));
    }

    /** Leaves the secrets out, as this text may reach a log. */
    @Override
    public String toString() {
        return "BusView" + servers;
    }
}
