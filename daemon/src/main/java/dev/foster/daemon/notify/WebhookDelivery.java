package dev.foster.daemon.notify;

import dev.foster.daemon.config.HookSpec;
import dev.foster.daemon.outbound.HttpPoster;

import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;

/** Posts messages to a web server. */
final class WebhookDelivery implements HookDelivery {
    private final HookSpec.Target.Webhook target;
    private final HttpPoster caller;
    private final String version;
    private final InstantSource clock;

    WebhookDelivery(
            HookSpec.Target.Webhook target,
            HttpPoster caller,
            String version,
            InstantSource clock) {
        this.target = target;
        this.caller = caller;
        this.version = version;
        this.clock = clock;
    }

    @Override
    public Result attempt(Message message, Duration limit) throws InterruptedException {
        byte[] body = message.json();
        var headers = new LinkedHashMap<String, String>();
        headers.put("User-Agent", "foster/" + version);
        headers.put("Foster-Event", message.event());
        headers.put("Foster-Delivery", message.id());
        headers.putAll(target.headers());
        target.secret()
                .ifPresent(
                        secret ->
                                headers.put(
                                        "Foster-Signature",
                                        Signature.of(
                                                secret, clock.instant().getEpochSecond(), body)));
        return switch (caller.post(target.address(), headers, body, limit)) {
            case HttpPoster.Outcome.Failed(String why) -> Result.failed(why);
            case HttpPoster.Outcome.Answered(int status) -> judged(status);
        };
    }

    private static Result judged(int status) {
        String text = "status " + status;
        if (status >= 200 && status < 300) {
            return Result.delivered(text);
        }
        if (status >= 300 && status < 400) {
            return Result.refused(text + ", a redirect, which is not followed");
        }
        boolean later = status >= 500 || status == 408 || status == 425 || status == 429;
        return later ? Result.failed(text) : Result.refused(text);
    }
}
