package dev.foster.bus.broker;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;

/**
 * Users with random rules do random things, one after the other; nobody may receive or publish what
 * {@link PlainReading} of the rules forbids, and what it allows must arrive.
 *
 * <p>{@code -Dfoster.fuzz.seconds=600} runs longer, {@code -Dfoster.fuzz.seed=…} makes the choices
 * of an earlier run again.
 */
class PermissionsFuzzTest {
    private static final long SECOND = 1_000_000_000;
    private static final int CLIENTS = 4;
    private static final int STEPS = 60;
    private static final int FEW = 3;
    private static final String[] TOKENS = {"a", "b", "*"};
    private static final String[] QUEUES = {"q", "r"};

    /** What a subscription that the broker accepted asked for. */
    private record Wish(String pattern, String queue) {}

    /** One client and what it should be able to do. */
    private static final class Guest {
        final String name;
        final Permissions permissions;
        final RawClient client;
        final Map<String, Wish> wishes = new HashMap<>();
        final Map<String, Integer> permits = new HashMap<>();

        Guest(String name, Permissions permissions, RawClient client) {
            this.name = name;
            this.permissions = permissions;
            this.client = client;
        }

        boolean mayHear(String subject, String queue) {
            return PlainReading.allowed(permissions.subscribe(), subject, queue);
        }

        @Override
        public String toString() {
            return name
                    + ": publish "
                    + PlainReading.told(permissions.publish())
                    + ", subscribe "
                    + PlainReading.told(permissions.subscribe())
                    + ", answers "
                    + permissions.responses();
        }
    }

    private int delivered;
    private int refused;
    private int answered;

    @Test
    void nobodyReceivesOrPublishesWhatAPlainReadingOfTheRulesForbids() throws Exception {
        long seed = Long.getLong("foster.fuzz.seed", System.nanoTime());
        long seconds = Long.getLong("foster.fuzz.seconds", 15);
        System.out.println("permissions for " + seconds + " s, -Dfoster.fuzz.seed=" + seed);
        long end = System.nanoTime() + seconds * SECOND;
        Random seeds = new Random(seed);
        int rounds = 0;
        while (rounds < FEW || System.nanoTime() - end < 0) {
            long own = rounds == 0 ? seed : seeds.nextLong();
            round(new Random(own), "-Dfoster.fuzz.seed=" + own);
            rounds++;
        }
        System.out.printf(
                "%d rounds, %d deliveries, %d answers, %d refusals%n",
                rounds, delivered, answered, refused);
        if (rounds > FEW) {
            assertThat(List.of(delivered, answered, refused)).allMatch(count -> count > 0);
        }
    }

    private void round(Random random, String seed) throws IOException {
        List<Permissions> rules = new ArrayList<>();
        BrokerOptions options =
                BrokerOptions.defaults().withLoops(2).withAuthentication(Duration.ofSeconds(60));
        for (int index = 0; index < CLIENTS; index++) {
            rules.add(permissions(random));
            options = options.withUser(new BusUser("u" + index, "p", rules.get(index)));
        }
        List<Guest> guests = new ArrayList<>();
        try (Broker broker = Broker.start(options)) {
            for (int index = 0; index < CLIENTS; index++) {
                RawClient client = RawClient.connect(broker.port());
                client.send(
                        "CONNECT {\"verbose\":false,\"user\":\"u"
                                + index
                                + "\",\"pass\":\"p\"}\r\n");
                guests.add(new Guest("u" + index, rules.get(index), client.sync()));
            }
            for (int step = 0; step < STEPS; step++) {
                step(random, guests, seed + ", step " + step + ", " + guests);
            }
        } finally {
            for (Guest guest : guests) {
                guest.client.close();
            }
        }
    }

    private static Permissions permissions(Random random) {
        Optional<Permissions.Responses> responses =
                random.nextInt(3) == 0
                        ? Optional.empty()
                        : Optional.of(
                                new Permissions.Responses(
                                        1 + random.nextInt(2), Duration.ofMinutes(2)));
        return new Permissions(rules(random, false), rules(random, true), responses);
    }

    private static SubjectRules rules(Random random, boolean queues) {
        List<String> allow = random.nextInt(3) == 0 ? List.of(">") : patterns(random, 4, queues);
        return new SubjectRules(allow, patterns(random, 3, queues), patterns(random, 2, false));
    }

    private static List<String> patterns(Random random, int bound, boolean queues) {
        List<String> patterns = new ArrayList<>();
        for (int left = random.nextInt(bound); left > 0; left--) {
            String pattern = pattern(random);
            boolean queue = queues && random.nextInt(4) == 0;
            patterns.add(queue ? pattern + " " + queue(random) : pattern);
        }
        return patterns;
    }

    private static String queue(Random random) {
        return random.nextInt(4) == 0 ? ">" : QUEUES[random.nextInt(QUEUES.length)];
    }

    private static String pattern(Random random) {
        StringBuilder pattern = new StringBuilder(TOKENS[random.nextInt(3)]);
        for (int left = random.nextInt(3); left > 0; left--) {
            pattern.append('.').append(TOKENS[random.nextInt(3)]);
        }
        boolean tail = pattern.length() < 4 && random.nextInt(3) == 0;
        return tail ? pattern + ".>" : random.nextInt(12) == 0 ? ">" : pattern.toString();
    }

    private static String subject(Random random) {
        return PlainReading.SUBJECTS.get(random.nextInt(PlainReading.SUBJECTS.size()));
    }

    private void step(Random random, List<Guest> guests, String told) throws IOException {
        Guest guest = guests.get(random.nextInt(guests.size()));
        switch (random.nextInt(5)) {
            case 0 -> subscribe(random, guest, told);
            case 1 -> {
                String sid = String.valueOf(random.nextInt(6));
                guest.wishes.remove(sid);
                guest.client.send("UNSUB " + sid + "\r\n").sync();
            }
            default -> publish(random, guest, guests, told);
        }
    }

    private void subscribe(Random random, Guest guest, String told) throws IOException {
        String sid = String.valueOf(random.nextInt(6));
        if (guest.wishes.containsKey(sid)) {
            return;
        }
        Wish wish =
                new Wish(pattern(random), random.nextBoolean() ? "" : QUEUES[random.nextInt(2)]);
        guest.client.send("SUB " + wish.pattern + " " + wish.queue + " " + sid + "\r\nPING\r\n");
        String answer = guest.client.line();
        SubjectRules rules = guest.permissions.subscribe();
        boolean always = PlainReading.allNamedByOne(rules.always(), wish.pattern, wish.queue);
        boolean allowed =
                always
                        || (PlainReading.allNamedByOne(rules.allow(), wish.pattern, wish.queue)
                                && !PlainReading.allNamedByOne(
                                        rules.deny(), wish.pattern, wish.queue));
        assertThat(answer.equals("PONG\r\n"))
                .as("%s: SUB %s is accepted", told, wish)
                .isEqualTo(allowed);
        if (allowed) {
            guest.wishes.put(sid, wish);
        } else {
            refused++;
            assertThat(guest.client.line()).isEqualTo("PONG\r\n");
        }
    }

    private void publish(Random random, Guest from, List<Guest> guests, String told)
            throws IOException {
        String subject = permitted(random, from);
        String reply = random.nextInt(3) == 0 ? "" : subject(random);
        String what = told + ": " + from.name + " PUB " + subject + " " + reply;
        boolean allowed = mayPublish(from, subject);
        String words = reply.isEmpty() ? subject : subject + " " + reply;
        from.client.send("PUB " + words + " 1\r\nx\r\nPING\r\n");
        List<String> own = heard(from);
        assertThat(own.stream().noneMatch(line -> line.startsWith("-ERR")))
                .as("%s is carried out", what)
                .isEqualTo(allowed);
        List<List<String>> heard = new ArrayList<>();
        for (Guest guest : guests) {
            if (guest != from) {
                guest.client.send("PING\r\n");
            }
            heard.add(guest == from ? own : heard(guest));
        }
        if (allowed) {
            check(from, subject, reply, guests, heard, what);
        } else {
            refused++;
            assertThat(heard.stream().flatMap(List::stream).filter(line -> line.startsWith("MSG")))
                    .as(what)
                    .isEmpty();
        }
    }

    /** Often one that may only be answered, as a random one seldom is. */
    private static String permitted(Random random, Guest from) {
        List<String> open = from.permits.keySet().stream().sorted().toList();
        return open.isEmpty() || random.nextBoolean()
                ? subject(random)
                : open.get(random.nextInt(open.size()));
    }

    private boolean mayPublish(Guest from, String subject) {
        SubjectRules rules = from.permissions.publish();
        if (PlainReading.allowed(rules, subject, "")) {
            return true;
        }
        if (PlainReading.denied(rules, subject, "") || !from.permits.containsKey(subject)) {
            return false;
        }
        from.permits.compute(subject, (_, left) -> left == null || left <= 1 ? null : left - 1);
        answered++;
        return true;
    }

    private static List<String> heard(Guest guest) throws IOException {
        List<String> lines = new ArrayList<>();
        for (String line = guest.client.line();
                !line.equals("PONG\r\n");
                line = guest.client.line()) {
            lines.add(line.strip());
            if (line.startsWith("MSG")) {
                assertThat(guest.client.line()).isEqualTo("x\r\n");
            }
        }
        return lines;
    }

    private void check(
            Guest from,
            String subject,
            String reply,
            List<Guest> guests,
            List<List<String>> heard,
            String what) {
        Map<String, Integer> groups = new HashMap<>();
        List<String> wanted = new ArrayList<>();
        List<String> came = new ArrayList<>();
        for (int index = 0; index < guests.size(); index++) {
            Guest guest = guests.get(index);
            guest.wishes.forEach(
                    (sid, wish) -> {
                        if (PlainReading.matches(wish.pattern, subject)
                                && guest.mayHear(subject, wish.queue)) {
                            if (wish.queue.isEmpty()) {
                                wanted.add(guest.name + " " + sid);
                            } else {
                                groups.putIfAbsent(wish.queue, 0);
                            }
                        }
                    });
            for (String line : heard.get(index)) {
                String sid = line.split(" ", -1)[2];
                Wish wish =
                        Objects.requireNonNull(
                                guest.wishes.get(sid),
                                () -> what + ": " + guest + " hears " + line);
                assertThat(guest.mayHear(subject, wish.queue))
                        .as("%s: %s may hear %s", what, guest, line)
                        .isTrue();
                delivered++;
                if (wish.queue.isEmpty()) {
                    came.add(guest.name + " " + sid);
                } else {
                    groups.merge(wish.queue, 1, Integer::sum);
                }
                if (guest != from && !reply.isEmpty() && from.mayHear(reply, "")) {
                    guest.permissions
                            .responses()
                            .ifPresent(rule -> guest.permits.put(reply, rule.most()));
                }
            }
        }
        assertThat(came).as(what).containsExactlyInAnyOrderElementsOf(wanted);
        assertThat(groups.values()).as("%s: one of each group", what).allMatch(count -> count == 1);
    }
}
