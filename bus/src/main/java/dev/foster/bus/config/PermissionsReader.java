package dev.foster.bus.config;

import dev.foster.bus.broker.Permissions;
import dev.foster.bus.broker.SubjectRules;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A {@code permissions} block. */
final class PermissionsReader {
    private static final int ANY_NUMBER = Integer.MAX_VALUE;

    private PermissionsReader() {}

    static Permissions read(ConfigValue.Block block) {
        Optional<ConfigValue.Entry> publish = Optional.empty();
        SubjectRules subscribe = SubjectRules.EVERYTHING;
        Optional<Permissions.Responses> responses = Optional.empty();
        for (Map.Entry<String, ConfigValue.Entry> each : block.entries().entrySet()) {
            ConfigValue.Entry entry = each.getValue();
            switch (each.getKey()) {
                case "publish", "pub", "import" -> publish = Optional.of(entry);
                case "subscribe", "sub", "export" ->
                        subscribe = rules(entry, SubjectRules.EVERYTHING);
                case "allow_responses", "allow_response" -> responses = responses(entry);
                default -> Unsupported.refuse(each.getKey(), entry);
            }
        }
        // Whoever may answer, and is allowed nothing by name, may publish nothing else.
        SubjectRules unsaid =
                responses.isPresent() ? SubjectRules.NOTHING : SubjectRules.EVERYTHING;
        return new Permissions(
                publish.map(entry -> rules(entry, unsaid)).orElse(unsaid), subscribe, responses);
    }

    /** {@code unsaid} is what is allowed where no list says it. */
    private static SubjectRules rules(ConfigValue.Entry entry, SubjectRules unsaid) {
        if (!(entry.value() instanceof ConfigValue.Block block)) {
            return new SubjectRules(allowed(entry, unsaid), List.of());
        }
        List<String> allow = unsaid.allow();
        List<String> deny = List.of();
        for (Map.Entry<String, ConfigValue.Entry> each : block.entries().entrySet()) {
            switch (each.getKey()) {
                case "allow" -> allow = allowed(each.getValue(), unsaid);
                case "deny" -> deny = Meaning.texts(each.getValue());
                default -> Unsupported.refuse(each.getKey(), each.getValue());
            }
        }
        return new SubjectRules(allow, deny);
    }

    /** As the server has it: an empty list says nothing. */
    private static List<String> allowed(ConfigValue.Entry entry, SubjectRules unsaid) {
        List<String> named = Meaning.texts(entry);
        return named.isEmpty() ? unsaid.allow() : named;
    }

    private static Optional<Permissions.Responses> responses(ConfigValue.Entry entry) {
        if (!(entry.value() instanceof ConfigValue.Block block)) {
            return Meaning.truth(entry) ? Optional.of(Permissions.Responses.ONE) : Optional.empty();
        }
        int most = Permissions.Responses.ONE.most();
        Duration within = Permissions.Responses.ONE.within();
        for (Map.Entry<String, ConfigValue.Entry> each : block.entries().entrySet()) {
            switch (each.getKey()) {
                case "max", "max_msgs", "max_messages", "max_responses" -> {
                    int number = (int) Meaning.number(each.getValue(), -1, ANY_NUMBER);
                    most = number < 0 ? ANY_NUMBER : Math.max(1, number);
                }
                case "expires", "expiration", "ttl" -> within = Meaning.time(each.getValue());
                default -> Unsupported.refuse(each.getKey(), each.getValue());
            }
        }
        return Optional.of(new Permissions.Responses(most, within));
    }
}
