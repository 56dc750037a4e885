package dev.foster.plugin;

import java.lang.System.Logger.Level;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** Those who want to hear what happens to the plugins of a host. */
final class Listeners {
    private static final System.Logger LOG = System.getLogger(Listeners.class.getName());

    private final List<Consumer<PluginEvent>> all = new CopyOnWriteArrayList<>();

    EventSubscription add(Consumer<PluginEvent> listener) {
        all.add(listener);
        return () -> all.remove(listener);
    }

    /** Tells all of them; the fault of one is not the others'. */
    void tell(PluginEvent event) {
        for (Consumer<PluginEvent> listener : all) {
            try {
                listener.accept(event);
            } catch (RuntimeException | Error fault) {
                LOG.log(Level.ERROR, "a listener failed", fault);
            }
        }
    }
}
