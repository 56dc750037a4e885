package dev.foster.sdk.bus;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import org.jspecify.annotations.Nullable;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** As much of a bus as one client needs that talks to itself, for a rehearsal. */
final class StandInBus {
    private final ServerSocket door;
    private final Map<String, String> subscriptions = new HashMap<>();

    private StandInBus(ServerSocket door) {
        this.door = door;
    }

    static StandInBus open() throws IOException {
        var bus = new StandInBus(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
        Thread.ofPlatform().daemon().name("foster-stand-in").start(bus::serve);
        return bus;
    }

    int port() {
        return door.getLocalPort();
    }

    private String greeting() {
        return "INFO {\"server_id\":\"STANDIN\",\"server_name\":\"stand-in\",\"version\":\"2.10.0\","
                   + "\"go\":\"\",\"host\":\"127.0.0.1\",\"port\":"
                + port()
                + ",\"headers\":true,\"auth_required\":true,\"max_payload\":1048576,\"proto\":1}"
                + " \r\n";
    }

    private void serve() {
        try (door;
                Socket client = door.accept()) {
            InputStream in = new BufferedInputStream(client.getInputStream());
            OutputStream out = client.getOutputStream();
            out.write(greeting().getBytes(ISO_8859_1));
            for (String line = line(in); !line.isEmpty(); line = line(in)) {
                obey(List.of(line.split(" ", -1)), in, out);
            }
        } catch (IOException over) {
            // The client is done.
        }
    }

    /** Who listens to a subject, be it by a star for its last token. */
    private @Nullable String subscription(String subject) {
        String group = subject.substring(0, subject.lastIndexOf('.') + 1) + "*";
        return subscriptions.getOrDefault(subject, subscriptions.get(group));
    }

    private void obey(List<String> words, InputStream in, OutputStream out) throws IOException {
        switch (words.getFirst()) {
            case "PING" -> out.write("PONG\r\n".getBytes(ISO_8859_1));
            case "SUB" -> subscriptions.put(words.get(1), words.getLast());
            case "PUB" -> {
                byte[] payload = in.readNBytes(Integer.parseInt(words.getLast()) + 2);
                String number = subscription(words.get(1));
                if (number != null) {
                    String reply = words.size() > 3 ? words.get(2) + " " : "";
                    String head = "MSG " + words.get(1) + " " + number + " " + reply;
                    out.write((head + words.getLast() + "\r\n").getBytes(ISO_8859_1));
                    out.write(payload);
                }
            }
            default -> {
                // CONNECT, UNSUB and PONG need no answer.
            }
        }
    }

    /** The next line without its end; empty when there is none. */
    private static String line(InputStream in) throws IOException {
        var line = new StringBuilder();
        for (int letter = in.read(); letter >= 0 && letter != '\n'; letter = in.read()) {
            if (letter != '\r') {
                line.append((char) letter);
            }
        }
        return line.toString();
    }
}
