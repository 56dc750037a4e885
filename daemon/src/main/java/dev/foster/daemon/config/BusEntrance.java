package dev.foster.daemon.config;

import static dev.foster.document.Notes.says;

import dev.foster.document.Section;
import dev.foster.document.Types;
import dev.foster.document.Value.Mapping;
import dev.foster.document.Where;
import dev.foster.plugin.message.BusEntry;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** How one comes onto a bus, as the file says it: a user is a name and a password there. */
record BusEntrance(
        Optional<String> user,
        Optional<String> password,
        Optional<String> token,
        Optional<Path> credentials,
        Optional<Path> authority) {
    private static final int USUAL_PORT = 4222;
    private static final BusEntrance OPEN = of(BusEntry.open(List.of()));

    static final Section<BusEntrance> SECTION =
            Section.of("", "", "", OPEN)
                    .optional(
                            "user",
                            Types.WORD,
                            BusEntrance::user,
                            BusEntrance::user,
                            says(
                                    "Who comes in: Foster and its plugins at a bus behind `url`;"
                                            + " other programs at the embedded one."))
                    .optional(
                            "password",
                            Types.WORD,
                            BusEntrance::password,
                            BusEntrance::password,
                            says("The password of that user.").hidden().example("${BUS_PASSWORD}"))
                    .optional(
                            "token",
                            Types.WORD,
                            BusEntrance::token,
                            BusEntrance::token,
                            says("What lets Foster and its plugins in at a bus behind `url`.")
                                    .hidden())
                    .optional(
                            "credentials",
                            Types.PATH,
                            BusEntrance::credentials,
                            BusEntrance::credentials,
                            says("A file with the key of a user, as NATS makes them."))
                    .optional(
                            "ca",
                            Types.PATH,
                            BusEntrance::authority,
                            BusEntrance::authority,
                            says("A file with the certificates to trust, for `tls` addresses."));

    static BusEntrance of(BusEntry entry) {
        return new BusEntrance(
                entry.user().map(BusEntry.User::name),
                entry.user().map(BusEntry.User::password),
                entry.token(),
                entry.credentials(),
                entry.authority());
    }

    static BusEntrance of(Optional<BusEntry.User> guest) {
        return guest.map(it -> of(BusEntry.open(List.of()).user(it))).orElse(OPEN);
    }

    static void check(Mapping mapping, Where where) {
        if (mapping.has("user") != mapping.has("password")) {
            where.in("user")
                    .refuse(
                            mapping.placeOf(mapping.has("user") ? "user" : "password"),
                            "a user needs a name and a password",
                            "write both, the password as ${NAME} to keep it out of the file");
        }
    }

    BusEntrance user(String wanted) {
        return new BusEntrance(Optional.of(wanted), password, token, credentials, authority);
    }

    BusEntrance password(String wanted) {
        return new BusEntrance(user, Optional.of(wanted), token, credentials, authority);
    }

    BusEntrance token(String wanted) {
        return new BusEntrance(user, password, Optional.of(wanted), credentials, authority);
    }

    BusEntrance credentials(Path wanted) {
        return new BusEntrance(user, password, token, Optional.of(wanted), authority);
    }

    BusEntrance authority(Path wanted) {
        return new BusEntrance(user, password, token, credentials, Optional.of(wanted));
    }

    Optional<BusEntry.User> person() {
        return user.flatMap(name -> password.map(secret -> new BusEntry.User(name, secret)));
    }

    /** Onto a bus with these servers; who stands in an address comes in. */
    BusEntry through(List<URI> urls) {
        BusEntrance all = this;
        for (URI url : urls) {
            all = all.in(url);
        }
        return new BusEntry(
                urls.stream().map(BusEntrance::server).toList(),
                all.person(),
                all.token,
                credentials,
                authority);
    }

    private BusEntrance in(URI url) {
        String info = url.getUserInfo();
        if (info == null) {
            return this;
        }
        int colon = info.indexOf(':');
        return colon < 0
                ? token(info)
                : user(info.substring(0, colon)).password(info.substring(colon + 1));
    }

    /** The server of an address, without who comes in. */
    static String server(URI url) {
        int port = url.getPort() < 0 ? USUAL_PORT : url.getPort();
        return url.getScheme() + "://" + url.getHost() + ":" + port;
    }
}
