package dev.foster.sdk;

import io.grpc.BindableService;

import java.util.List;

/** Makes the services of one version of a plugin, once, before the host can connect. */
@FunctionalInterface
public interface Services {

    /** Each of them may block its caller: every call has a virtual thread. */
    List<? extends BindableService> of(PluginContext context);
}
