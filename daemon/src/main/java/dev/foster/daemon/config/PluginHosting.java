package dev.foster.daemon.config;

import dev.foster.plugin.HostOptions;
import dev.foster.plugin.protocol.handshake.Cookie;

/** How Foster hosts plugins, where neither their manifest nor the project's file says otherwise. */
@SuppressWarnings("exports") // the plugin host is no module
public final class PluginHosting {
    /** What shows a plugin that Foster started it. */
    public static final Cookie COOKIE = new Cookie("FOSTER_PLUGIN", "hosted");

    private PluginHosting() {}

    public static HostOptions options() {
        return HostOptions.of(COOKIE);
    }
}
