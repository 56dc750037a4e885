package dev.foster.sdk.bus;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * What the host tells the runner by its environment.
 *
 * @param servers where the bus is, separated by commas
 * @param inbox how subjects for answers begin
 * @param connectLimit how long the first connect may take, attempts and all
 * @param run the token of this run
 * @param queue the group that subscriptions join; empty for none
 * @param drainLimit how long stopping may take
 * @param stopsAtEnd whether the end of standard input means stop
 */
record RunnerEnvironment(
        String servers,
        Credentials credentials,
        String inbox,
        Duration connectLimit,
        String id,
        String run,
        Map<String, @Nullable Object> config,
        String queue,
        Duration drainLimit,
        boolean stopsAtEnd) {

    /** How the runner shows who it is; all of it may be missing. */
    record Credentials(
            Optional<String> user,
            Optional<String> password,
            Optional<String> token,
            Optional<String> file,
            Optional<String> authority) {

        @Override
        public String toString() {
            return "Credentials"; // none of it belongs into a log
        }
    }

    static RunnerEnvironment of(Map<String, String> environment) throws Failure {
        return new RunnerEnvironment(
                required(environment, "FOSTER_BUS_SERVERS"),
                new Credentials(
                        filled(environment, "FOSTER_BUS_USER"),
                        filled(environment, "FOSTER_BUS_PASSWORD"),
                        filled(environment, "FOSTER_BUS_TOKEN"),
                        filled(environment, "FOSTER_BUS_CREDS"),
                        filled(environment, "FOSTER_BUS_CA")),
                filled(environment, "FOSTER_BUS_INBOX").orElse("_INBOX"),
                seconds(environment, "FOSTER_BUS_CONNECT_TIMEOUT", 2),
                token(environment, "FOSTER_PLUGIN_ID"),
                token(environment, "FOSTER_PLUGIN_RUN"),
                config(environment),
                filled(environment, "FOSTER_PLUGIN_QUEUE").orElse(""),
                seconds(environment, "FOSTER_PLUGIN_DRAIN", 8),
                "1".equals(environment.get("FOSTER_STOP_ON_EOF")));
    }

    /** The subjects by which host and runner talk about this run. */
    String subject(String verb) {
        return "foster.run." + run + "." + verb;
    }

    private static Optional<String> filled(Map<String, String> environment, String name) {
        return Optional.ofNullable(environment.get(name)).filter(text -> !text.isBlank());
    }

    private static String required(Map<String, String> environment, String name) throws Failure {
        Optional<String> value = filled(environment, name);
        if (value.isEmpty()) {
            throw wrong(name + " is not set", "let Foster start it, or set it yourself");
        }
        return value.get();
    }

    private static String token(Map<String, String> environment, String name) throws Failure {
        String value = required(environment, name);
        boolean plain =
                value.chars()
                        .allMatch(
                                letter ->
                                        (letter < 128 && Character.isLetterOrDigit(letter))
                                                || letter == '-'
                                                || letter == '_');
        if (!plain) {
            throw wrong(
                    name + " is " + value + ", which cannot be part of a subject",
                    "use letters, digits, - and _ only");
        }
        return value;
    }

    private static Duration seconds(Map<String, String> environment, String name, double usual)
            throws Failure {
        String text = filled(environment, name).orElse(String.valueOf(usual));
        try {
            double seconds = Double.parseDouble(text.strip());
            if (seconds > 0 && seconds < 1e6) {
                return Duration.ofNanos((long) (seconds * 1e9));
            }
        } catch (NumberFormatException noNumber) {
            // Said below, as for a number that makes no sense.
        }
        throw wrong(name + " is " + text + ", which is no time", "give seconds, such as 2.5");
    }

    private static Map<String, @Nullable Object> config(Map<String, String> environment)
            throws Failure {
        String text = filled(environment, "FOSTER_PLUGIN_CONFIG").orElse("{}");
        try {
            if (Json.read(text) instanceof Map<?, ?> members) {
                return Json.object(members);
            }
        } catch (IllegalArgumentException noJson) {
            throw wrong(
                    "FOSTER_PLUGIN_CONFIG is no JSON, " + noJson.getMessage(),
                    "mend the configuration");
        }
        throw wrong("FOSTER_PLUGIN_CONFIG is no JSON object", "mend the configuration");
    }

    private static Failure wrong(String why, String what) {
        return new Failure(
                Failure.ENVIRONMENT, "cannot run a message plugin: " + why + "; " + what);
    }
}
