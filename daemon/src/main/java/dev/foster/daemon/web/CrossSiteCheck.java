package dev.foster.daemon.web;

import dev.foster.control.ProblemCode;
import dev.foster.daemon.config.WebSpec;
import dev.foster.http.HttpRequest;
import dev.foster.http.HttpResponse;

import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Keeps out what other people's web pages make a browser send here. The browser of somebody who is
 * logged in adds the cookie by itself, so a request proves nothing; what it proves stands in
 * headers that no page can choose.
 *
 * <ul>
 *   <li>Host: a name that an attacker has pointed at this machine is not ours.
 *   <li>Origin: a page from elsewhere. Another port of this machine is elsewhere too.
 *   <li>Sec-Fetch-Site: the same, also where a browser sends no Origin.
 *   <li>Foster-Request: a header that pages from elsewhere may only send after asking first, which
 *       is always refused. It is the second lock of the same door.
 * </ul>
 */
final class CrossSiteCheck {
    private static final String LOOPBACK = "(localhost|127\\.0\\.0\\.1|\\[::1\\])(:\\d{1,5})?";
    private static final String LITERAL =
            "(\\d{1,3}(\\.\\d{1,3}){3}|\\[[0-9a-f:.]+\\])(:\\d{1,5})?";
    private static final Set<String> OWN_SITES = Set.of("same-origin", "none");
    private static final Set<String> READING = Set.of("GET", "HEAD");
    private static final List<String> BODY_TYPES =
            List.of("application/json", "application/octet-stream");

    private final WebSpec spec;
    private final boolean beyond;

    /**
     * @param beyond whether others than this machine can reach it
     */
    CrossSiteCheck(WebSpec spec, boolean beyond) {
        this.spec = spec;
        this.beyond = beyond;
    }

    /** Why a request is not even looked at, if so. */
    Optional<HttpResponse> refusal(HttpRequest request) {
        List<String> hosts = request.headers().all("host");
        if (hosts.size() != 1 || !ours(hosts.getFirst().toLowerCase(Locale.ROOT))) {
            return Optional.of(
                    WebResponses.problem(
                            421,
                            ProblemCode.FORBIDDEN,
                            "cannot answer under this name: the dashboard is not known by it; call"
                                    + " it by its address, or name it in web.public_url"));
        }
        for (String origin : request.headers().all("origin")) {
            if (!ownOrigin(origin, hosts.getFirst())) {
                return refused("Origin " + printable(origin));
            }
        }
        Optional<String> site = request.headers().first("sec-fetch-site");
        if (site.isPresent() && !OWN_SITES.contains(site.get()) && !opensThePage(request)) {
            return refused("a request from a page of another site");
        }
        return Optional.empty();
    }

    /** Why a request that changes something is not done for a browser, if so. */
    Optional<HttpResponse> refusalToChange(HttpRequest request) {
        if (READING.contains(request.method())) {
            return Optional.empty();
        }
        if (!request.headers().all("foster-request").equals(List.of("1"))) {
            return refused("a change without the header Foster-Request: 1");
        }
        String type = request.headers().first("content-type").orElse("").toLowerCase(Locale.ROOT);
        boolean plain =
                BODY_TYPES.stream().anyMatch(it -> type.equals(it) || type.startsWith(it + ";"));
        return plain || request.body().isEmpty()
                ? Optional.empty()
                : Optional.of(
                        WebResponses.problem(
                                415,
                                ProblemCode.BAD_REQUEST,
                                "cannot read the request: its content type is neither JSON nor"
                                        + " bytes; send application/json"));
    }

    /** Whether it was sent to this machine by one of the names every machine has for itself. */
    boolean isLocal(HttpRequest request) {
        return request.headers()
                .first("host")
                .orElse("")
                .toLowerCase(Locale.ROOT)
                .matches(LOOPBACK);
    }

    private boolean ours(String host) {
        if (host.matches(LOOPBACK)) {
            return true;
        }
        Optional<URI> url = spec.publicUrl();
        if (url.isPresent()) {
            return host.equals(authority(url.get()));
        }
        String name = host.replaceFirst(":\\d{1,5}$", "");
        // Only names can be pointed elsewhere: who calls an address by its numbers meant it.
        return name.equals(spec.address().host().toLowerCase(Locale.ROOT))
                || (beyond && host.matches(LITERAL));
    }

    /** Behind a proxy the page is encrypted: one of the same name that is not may be anybody's. */
    private boolean ownOrigin(String origin, String host) {
        Optional<URI> url = spec.publicUrl();
        if (url.isPresent() && origin.equalsIgnoreCase("https://" + authority(url.get()))) {
            return true;
        }
        boolean direct = url.isEmpty() || host.toLowerCase(Locale.ROOT).matches(LOOPBACK);
        String scheme = spec.tls().isPresent() ? "https://" : "http://";
        return direct && origin.equalsIgnoreCase(scheme + host);
    }

    private static String authority(URI url) {
        String host = String.valueOf(url.getHost()).toLowerCase(Locale.ROOT);
        return url.getPort() < 0 || url.getPort() == 443 ? host : host + ":" + url.getPort();
    }

    /** A link to the page may stand anywhere; it is shown, not read by who shows the link. */
    private static boolean opensThePage(HttpRequest request) {
        return request.method().equals("GET")
                && request.headers().first("sec-fetch-mode").equals(Optional.of("navigate"))
                && request.headers().first("sec-fetch-dest").equals(Optional.of("document"))
                && !request.path().getFirst().equals("v1");
    }

    private static Optional<HttpResponse> refused(String what) {
        return Optional.of(
                WebResponses.problem(
                        ProblemCode.FORBIDDEN,
                        "cannot take "
                                + what
                                + ": only the dashboard itself may ask; open it in its own tab"));
    }

    private static String printable(String text) {
        return text.substring(0, Math.min(text.length(), 100)).replaceAll("[^ -~]", "?");
    }
}
