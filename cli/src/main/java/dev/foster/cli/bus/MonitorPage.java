package dev.foster.cli.bus;

import dev.foster.cli.ExitCodes;
import dev.foster.cli.UsageProblem;
import dev.foster.json.JsonProblem;
import dev.foster.json.JsonText;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a server says about itself at its monitoring port. */
final class MonitorPage {
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final List<String> WANTED =
            List.of(
                    "uptime",
                    "mem",
                    "connections",
                    "total_connections",
                    "subscriptions",
                    "in_msgs",
                    "out_msgs",
                    "in_bytes",
                    "out_bytes",
                    "slow_consumers");

    private MonitorPage() {}

    static void check(String url) {
        if (!url.matches("https?://[^\\s/]+/?")) {
            throw new UsageProblem(
                    "cannot look at "
                            + url
                            + ": it is no address of a monitor; write http://HOST:PORT");
        }
    }

    static Map<String, Object> read(String url) {
        URI page = URI.create(url.replaceFirst("/$", "") + "/varz");
        try (HttpClient client = HttpClient.newBuilder().connectTimeout(PATIENCE).build()) {
            HttpRequest request = HttpRequest.newBuilder(page).timeout(PATIENCE).build();
            HttpResponse<byte[]> answer =
                    client.send(request, HttpResponse.BodyHandlers.ofByteArray());
            Map<String, Object> all = JsonText.parseObject(answer.body());
            Map<String, Object> wanted = new LinkedHashMap<>();
            WANTED.stream()
                    .filter(all::containsKey)
                    .forEach(name -> wanted.put(name, all.get(name)));
            return wanted;
        } catch (IOException | JsonProblem failure) {
            throw new BusVerbProblem(
                    ExitCodes.FAILURE,
                    "cannot look at " + page + ": no NATS server answers there; correct --monitor");
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
            throw new BusVerbProblem(
                    ExitCodes.FAILURE, "cannot look at " + page + ": interrupted; try again");
        }
    }
}
