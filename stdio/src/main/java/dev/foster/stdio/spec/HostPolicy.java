package dev.foster.stdio.spec;

import dev.foster.http.HttpRequest;

import java.net.URI;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The names a broker answers to, and the web pages that may ask it. A page that a person has open
 * can send requests to this machine too, also by a name that its owner has pointed here; the two
 * headers a browser cannot be made to forge tell.
 *
 * @param publicUrl where clients find it if that is not what they say in Host: behind a proxy
 * @param tls whether it speaks TLS itself
 * @param hosts names, or names with a port, beside those of the loopback; {@code *} for all
 * @param origins of pages that may ask, beside its own; {@code *} for all
 */
public record HostPolicy(
        Optional<URI> publicUrl, boolean tls, Set<String> hosts, Set<String> origins) {
    private static final String ANY = "*";
    private static final Pattern HOST =
            Pattern.compile("([A-Za-z0-9._-]{1,253}|\\[[0-9A-Fa-f:.]{2,45}])(?::\\d{1,5})?");
    private static final Pattern ORIGIN = Pattern.compile("https?://(" + HOST.pattern() + ")");
    private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

    public HostPolicy {
        publicUrl.ifPresent(HostPolicy::check);
        hosts = lowered(hosts);
        origins = lowered(origins);
    }

    /** For clients on this machine. */
    public static HostPolicy loopback() {
        return new HostPolicy(Optional.empty(), false, Set.of(), Set.of());
    }

    public HostPolicy publicUrl(URI wanted) {
        return new HostPolicy(Optional.of(wanted), tls, hosts, origins);
    }

    public HostPolicy tls(boolean wanted) {
        return new HostPolicy(publicUrl, wanted, hosts, origins);
    }

    public HostPolicy hosts(Set<String> wanted) {
        return new HostPolicy(publicUrl, tls, wanted, origins);
    }

    public HostPolicy origins(Set<String> wanted) {
        return new HostPolicy(publicUrl, tls, hosts, wanted);
    }

    private static void check(URI url) {
        if (url.getHost() == null
                || !Set.of("http", "https").contains(String.valueOf(url.getScheme()))
                || url.getRawQuery() != null
                || url.getRawFragment() != null
                || url.getRawUserInfo() != null) {
            throw new IllegalArgumentException(
                    "cannot be found at "
                            + url
                            + ": it is not a plain address; write it as https://mcp.example.org");
        }
    }

    private static Set<String> lowered(Set<String> names) {
        var all = new HashSet<String>();
        names.forEach(name -> all.add(name.toLowerCase(Locale.ROOT)));
        return Set.copyOf(all);
    }

    public boolean knowsHost(HttpRequest request) {
        String host = host(request);
        Matcher matcher = HOST.matcher(host);
        return matcher.matches()
                && (LOOPBACK.contains(matcher.group(1))
                        || hosts.contains(ANY)
                        || hosts.contains(matcher.group(1))
                        || hosts.contains(host)
                        || publicUrl.filter(url -> host.equals(authority(url))).isPresent());
    }

    /** Whether no page asks, or one that may. */
    public boolean knowsOrigin(HttpRequest request) {
        List<String> all = request.headers().all("origin");
        return all.isEmpty()
                || (all.size() == 1
                        && knowsOrigin(all.getFirst().toLowerCase(Locale.ROOT), host(request)));
    }

    private boolean knowsOrigin(String origin, String host) {
        Matcher matcher = ORIGIN.matcher(origin);
        if (!matcher.matches()) {
            return false;
        }
        boolean local = isLoopback(host) && LOOPBACK.contains(matcher.group(2));
        return local
                || matcher.group(1).equals(host)
                || origins.contains(ANY)
                || origins.contains(origin)
                || publicUrl.filter(url -> origin.equals(origin(url))).isPresent();
    }

    private static boolean isLoopback(String host) {
        Matcher matcher = HOST.matcher(host);
        return matcher.matches() && LOOPBACK.contains(matcher.group(1));
    }

    private static String host(HttpRequest request) {
        return request.headers().first("host").orElse("").toLowerCase(Locale.ROOT);
    }

    private static String authority(URI url) {
        return url.getRawAuthority().toLowerCase(Locale.ROOT);
    }

    private static String origin(URI url) {
        return url.getScheme() + "://" + authority(url);
    }

    /** Scheme and host by which clients reach it. */
    public String origin(HttpRequest request) {
        return publicUrl
                .map(HostPolicy::origin)
                .orElseGet(() -> (tls ? "https://" : "http://") + host(request));
    }

    /** The path under which a proxy has put it; empty for none. */
    public String prefix() {
        return publicUrl.map(url -> url.getRawPath().replaceFirst("/+$", "")).orElse("");
    }

    /** How clients call what is at this path here. */
    public String address(HttpRequest request, String path) {
        return address(request, "", path);
    }

    /**
     * How they call what belongs to it.
     *
     * @param place in front of all paths, that of a proxy too
     */
    public String address(HttpRequest request, String place, String path) {
        return origin(request) + place + prefix() + path;
    }
}
