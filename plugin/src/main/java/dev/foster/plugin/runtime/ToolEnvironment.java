package dev.foster.plugin.runtime;

import dev.foster.plugin.manifest.Inherit;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * What the programs that prepare a plugin find in their environment. Installing a package can run
 * code of its author, so they get what they need to reach the network and build, and no more.
 */
final class ToolEnvironment {
    private static final Set<String> NETWORK =
            Set.of(
                    "HTTP_PROXY",
                    "HTTPS_PROXY",
                    "NO_PROXY",
                    "ALL_PROXY",
                    "SSL_CERT_FILE",
                    "SSL_CERT_DIR",
                    "REQUESTS_CA_BUNDLE",
                    "CURL_CA_BUNDLE",
                    "NETRC");
    private static final Set<String> BUILDING =
            Set.of("CC", "CXX", "CFLAGS", "CXXFLAGS", "LDFLAGS", "PKG_CONFIG_PATH", "MAKEFLAGS");
    // These would make pip install elsewhere, or refuse to.
    private static final Set<String> REDIRECTING =
            Set.of(
                    "PIP_USER",
                    "PIP_TARGET",
                    "PIP_PREFIX",
                    "PIP_ROOT",
                    "PIP_PYTHON",
                    "PIP_REQUIREMENT",
                    "PIP_REQUIRE_VIRTUALENV",
                    "PIP_DRY_RUN",
                    "PIP_REPORT");

    private ToolEnvironment() {}

    /** For asking an interpreter; shims of version managers find their own settings too. */
    static Map<String, String> forPython(Map<String, String> host) {
        return chosen(host, false);
    }

    /** For a rehearsal of the runner. */
    static Map<String, String> forJava(Map<String, String> host) {
        return chosen(host, false);
    }

    /** For building an environment. */
    static Map<String, String> forPip(Map<String, String> host) {
        Map<String, String> environment = chosen(host, true);
        environment.put("PIP_DISABLE_PIP_VERSION_CHECK", "1");
        environment.put("PIP_NO_INPUT", "1");
        environment.put("PYTHONUNBUFFERED", "1");
        environment.put("PYTHONIOENCODING", "utf-8");
        return environment;
    }

    private static Map<String, String> chosen(Map<String, String> host, boolean installing) {
        var chosen = new LinkedHashMap<String, String>();
        host.forEach(
                (name, value) -> {
                    String upper = name.toUpperCase(Locale.ROOT);
                    boolean wanted =
                            Inherit.isUsual(name)
                                    || upper.startsWith("PYENV_")
                                    || upper.startsWith("ASDF_")
                                    || (installing && forInstalling(upper));
                    if (wanted) {
                        chosen.put(name, value);
                    }
                });
        return chosen;
    }

    private static boolean forInstalling(String upper) {
        return (upper.startsWith("PIP_") && !REDIRECTING.contains(upper))
                || NETWORK.contains(upper)
                || BUILDING.contains(upper);
    }
}
