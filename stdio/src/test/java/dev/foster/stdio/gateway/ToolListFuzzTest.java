package dev.foster.stdio.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foster.stdio.rpc.RawJson;
import dev.foster.stdio.rpc.RpcMessage;
import dev.foster.stdio.rpc.RpcProblem;
import dev.foster.stdio.spec.ToolChoice;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/**
 * Messages whose names are bent at random, past a list of tools: whatever passes names a tool that
 * is offered, in every way it can be read; and so does a list that comes back.
 *
 * <p>{@code -Dfoster.fuzz.seconds=600} runs longer, {@code -Dfoster.fuzz.seed=…} makes the choices
 * of an earlier run again.
 */
final class ToolListFuzzTest {
    private static final Duration LONG = Duration.ofMinutes(1);
    private static final ToolChoice CHOICE = new ToolChoice(List.of(), List.of("delete", "�"));
    private static final List<String> TOOLS =
            List.of("read", "read", "delete", "\\ud800", "r\\u0065ad", "");
    private static final List<String> BENT_S = List.of("S", "ſ", "\\u017f", "ｓ", "\\u0073");
    private static final List<String> BENT = List.of("\\u", "up", "wide", "overlong");

    private final List<RpcMessage> passed = new ArrayList<>();
    private SplittableRandom random = new SplittableRandom();
    private byte[] list = new byte[0];

    @Test
    void whateverPassesNamesAToolThatIsOfferedInEveryReading() {
        long seed = Long.getLong("foster.fuzz.seed", System.nanoTime());
        long seconds = Long.getLong("foster.fuzz.seconds", 15);
        System.out.println("tool lists for " + seconds + " s, -Dfoster.fuzz.seed=" + seed);
        random = new SplittableRandom(seed);
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        var peer = new ChosenTools(new Recorder(), CHOICE);
        int calls = 0;
        int lists = 0;
        do {
            calls += callPasses(peer) ? 1 : 0;
            lists += listPasses(peer) ? 1 : 0;
        } while (System.nanoTime() < end);
        System.out.println(calls + " calls and " + lists + " lists passed");
        assertThat(calls).as("calls that passed").isPositive();
        assertThat(lists).as("lists that passed").isPositive();
    }

    private boolean callPasses(ChosenTools peer) {
        passed.clear();
        byte[] sent = call();
        try {
            RpcMessage message = RpcMessage.parse(sent);
            if (message.isRequest()) {
                peer.request(message, LONG).join();
            } else {
                peer.send(message);
            }
        } catch (RpcProblem | CompletionException refused) {
            return false;
        }
        for (RpcMessage message : passed) {
            Object read = EveryReading.of(message.line());
            if (EveryReading.all(read, "method").contains("tools/call")) {
                List<Object> names = EveryReading.all(read, "params", "name");
                assertThat(names)
                        .as("the tools that %s may name, sent on as %s", text(sent), message.json())
                        .isNotEmpty()
                        .allMatch(name -> name instanceof String tool && CHOICE.offers(tool));
            }
        }
        return !passed.isEmpty();
    }

    private boolean listPasses(ChosenTools peer) {
        list = list();
        RpcMessage answer;
        try {
            answer = peer.request(request("tools/list", "{}"), LONG).join();
        } catch (CompletionException refused) {
            return false;
        }
        for (Object tools : EveryReading.all(EveryReading.of(answer.line()), "result", "tools")) {
            for (Object tool : (List<?>) tools) {
                assertThat(EveryReading.all(tool, "name"))
                        .as("the tools in %s, passed on as %s", text(list), answer.json())
                        .allMatch(name -> name instanceof String known && CHOICE.offers(known));
            }
        }
        return true;
    }

    private static RpcMessage request(String method, String params) {
        return RpcMessage.request(RawJson.number(1), method, RawJson.parse(params));
    }

    // ---- bent messages ----

    private byte[] call() {
        var members = new ArrayList<String>();
        members.add(name("jsonrpc") + ":\"2.0\"");
        some(members, "id", "7");
        some(members, "method", random.nextInt(4) == 0 ? "\"ping\"" : "\"tools/call\"");
        some(members, "params", params());
        if (random.nextInt(8) == 0) {
            some(members, "result", "{}");
        }
        return object(members);
    }

    private String params() {
        var members = new ArrayList<String>();
        some(members, "name", tool());
        some(members, "arguments", "{\"name\":\"delete\",\"Name\":\"delete\"}");
        return text(object(members));
    }

    private byte[] list() {
        var members = new ArrayList<String>();
        some(members, "tools", "[" + listed() + "," + listed() + "]");
        some(members, "nextCursor", "\"more\"");
        return text(object(members)).getBytes(StandardCharsets.ISO_8859_1);
    }

    private String listed() {
        var members = new ArrayList<String>();
        some(members, "name", tool());
        some(members, "description", "\"it deletes\"");
        return text(object(members));
    }

    private String tool() {
        return '"' + pick(TOOLS) + '"';
    }

    /** The member once, mostly; or not at all, or several times with other values of its kind. */
    private void some(List<String> members, String name, String value) {
        members.add(name(name) + ":" + value);
        while (random.nextInt(6) == 0) {
            String other = value.replace("read", "delete").replace("ping", "tools/call");
            members.add(name(name) + ":" + (random.nextBoolean() ? other : value));
        }
        if (random.nextInt(12) == 0) {
            members.removeLast();
        }
    }

    private String name(String plain) {
        if (random.nextInt(5) > 0) {
            return '"' + plain + '"';
        }
        int at = random.nextInt(plain.length());
        char c = plain.charAt(at);
        String bent =
                c == 's'
                        ? pick(BENT_S)
                        : switch (pick(BENT)) {
                            case "up" -> String.valueOf(Character.toUpperCase(c));
                            case "wide" -> String.valueOf((char) (c - 0x21 + 0xff01));
                            case "overlong" -> "\u00c1" + (char) (c + 0x40);
                            default -> String.format("\\u%04x", (int) c);
                        };
        return '"' + plain.substring(0, at) + bent + plain.substring(at + 1) + '"';
    }

    /** In any order. */
    private byte[] object(List<String> members) {
        var out = new ByteArrayOutputStream();
        out.write('{');
        while (!members.isEmpty()) {
            byte[] member = bytes(members.remove(random.nextInt(members.size())));
            out.writeBytes(member);
            if (!members.isEmpty()) {
                out.write(',');
            }
        }
        out.write('}');
        return out.toByteArray();
    }

    /** What looks like a byte is one, so that texts can be broken; anything else is in UTF-8. */
    private static byte[] bytes(String text) {
        var out = new ByteArrayOutputStream();
        text.codePoints()
                .forEach(
                        c -> {
                            if (c < 0x100) {
                                out.write(c);
                            } else {
                                out.writeBytes(
                                        Character.toString(c).getBytes(StandardCharsets.UTF_8));
                            }
                        });
        return out.toByteArray();
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    private <T> T pick(List<T> from) {
        return from.get(random.nextInt(from.size()));
    }

    /** Keeps what comes to it, and answers with the list there is. */
    private final class Recorder implements RpcPeer {
        @Override
        public CompletableFuture<RpcMessage> request(RpcMessage request, Duration timeout) {
            passed.add(request);
            try {
                RawJson result =
                        request.isFor("tools/list") ? RawJson.parse(list) : RawJson.emptyObject();
                return CompletableFuture.completedFuture(RpcMessage.result(request.id(), result));
            } catch (RuntimeException noJson) {
                return CompletableFuture.failedFuture(noJson);
            }
        }

        @Override
        public CompletableFuture<RpcMessage> call(String method, RawJson params, Duration timeout) {
            return request(RpcMessage.request(RawJson.number(0), method, params), timeout);
        }

        @Override
        public void send(RpcMessage message) {
            passed.add(message);
        }

        @Override
        public void cancel(RawJson id, String why) {}

        @Override
        public void extend(RawJson id, Duration more) {}

        @Override
        public CompletableFuture<String> ended() {
            return new CompletableFuture<>();
        }

        @Override
        public long pid() {
            return 0;
        }

        @Override
        public CompletableFuture<?> stop() {
            return CompletableFuture.completedFuture("stopped");
        }
    }
}
