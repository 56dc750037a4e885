package dev.foster.sdk.bus;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;

/** The class of the plugin, found but not yet constructed. */
record PluginClass(Class<? extends MessagePlugin> type) {

    static PluginClass find(Optional<String> name) throws Failure {
        return new PluginClass(
                name.isPresent() ? checked(load(name.get()), name.get()) : provider());
    }

    private static Class<?> load(String name) throws Failure {
        try {
            return Class.forName(name);
        } catch (ClassNotFoundException missing) {
            throw new Failure(
                    Failure.IMPORT,
                    "cannot load " + name + ": it is not on the class path; build or name it",
                    missing);
        } catch (LinkageError broken) {
            throw unloadable(name, broken);
        }
    }

    private static Failure unloadable(String name, Throwable broken) {
        boolean raised = broken instanceof ExceptionInInitializerError;
        return new Failure(
                raised ? Failure.RAISED : Failure.IMPORT,
                "cannot load "
                        + name
                        + ": "
                        + Failure.why(broken)
                        + "; put what it needs on the class path",
                broken);
    }

    private static Class<? extends MessagePlugin> checked(Class<?> type, String name)
            throws Failure {
        if (!MessagePlugin.class.isAssignableFrom(type)) {
            throw undiscovered(name + " is no MessagePlugin", "implement that, or name another");
        }
        if (Modifier.isAbstract(type.getModifiers())) {
            throw undiscovered(name + " is abstract", "name a class that extends it");
        }
        return type.asSubclass(MessagePlugin.class);
    }

    /** The only one that a jar on the class path offers. */
    private static Class<? extends MessagePlugin> provider() throws Failure {
        List<? extends Class<? extends MessagePlugin>> found;
        try {
            found =
                    ServiceLoader.load(MessagePlugin.class).stream()
                            .map(ServiceLoader.Provider::type)
                            .distinct()
                            .toList();
        } catch (ServiceConfigurationError | LinkageError broken) {
            throw unloadable("the plugin that its jar names", broken);
        }
        return switch (found.size()) {
            case 1 -> found.getFirst();
            case 0 ->
                    throw undiscovered(
                            "no jar names one in META-INF/services/"
                                    + MessagePlugin.class.getName(),
                            "add that file, or name the class");
            default ->
                    throw undiscovered(
                            "there are "
                                    + String.join(
                                            ", ",
                                            found.stream().map(Class::getName).sorted().toList()),
                            "name one of them");
        };
    }

    private static Failure undiscovered(String why, String what) {
        return new Failure(Failure.DISCOVERY, "cannot find the plugin: " + why + "; " + what);
    }

    MessagePlugin construct() throws Failure {
        try {
            Constructor<? extends MessagePlugin> constructor = type.getConstructor();
            return constructor.newInstance();
        } catch (InvocationTargetException thrown) {
            Throwable cause = thrown.getCause() == null ? thrown : thrown.getCause();
            throw unconstructed(Failure.why(cause), "mend its constructor", cause);
        } catch (NoSuchMethodException | IllegalAccessException hidden) {
            throw new Failure(
                    Failure.DISCOVERY,
                    "cannot construct "
                            + type.getName()
                            + ": it has no public constructor without parameters; add one, and"
                            + " make the class public",
                    hidden);
        } catch (InstantiationException | LinkageError broken) {
            throw unconstructed(Failure.why(broken), "mend the class", broken);
        }
    }

    private Failure unconstructed(String why, String what, Throwable cause) {
        return new Failure(
                Failure.codeOf(cause, Failure.CONSTRUCT),
                "cannot construct " + type.getName() + ": " + why + "; " + what,
                cause);
    }
}
