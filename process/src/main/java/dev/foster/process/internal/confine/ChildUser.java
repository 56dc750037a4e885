package dev.foster.process.internal.confine;

import dev.foster.process.ChildProblem;
import dev.foster.process.Isolation;
import dev.foster.process.ProblemException;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Whom a child runs as, found and allowed.
 *
 * @param listed whether the user has an account, and so groups beside its main one
 */
record ChildUser(OptionalLong user, OptionalLong group, boolean listed) {

    /** Empty when the child stays what this JVM is. */
    static Optional<ChildUser> of(Isolation isolation, String program, Self self) {
        if (isolation.user().isEmpty() && isolation.group().isEmpty()) {
            return Optional.empty();
        }
        Optional<Accounts.User> user = isolation.user().map(name -> user(name, program, self));
        OptionalLong group =
                isolation.group().isPresent()
                        ? OptionalLong.of(group(isolation.group().get(), program, self))
                        : user.map(Accounts.User::group).orElse(OptionalLong.empty());
        if (user.isPresent() && group.isEmpty()) {
            throw refused(
                    "run " + program + " as user " + isolation.user().get(),
                    "no account has this number, so its group is not known",
                    "name a group as well");
        }
        if (!self.root()) {
            // Only what this JVM is itself came so far; there is nothing to change.
            return Optional.empty();
        }
        return Optional.of(
                new ChildUser(
                        user.map(it -> OptionalLong.of(it.number())).orElse(OptionalLong.empty()),
                        group,
                        user.filter(it -> it.group().isPresent()).isPresent()));
    }

    private static Accounts.User user(String name, String program, Self self) {
        String wish = "run " + program + " as user " + name;
        Accounts.User user =
                Accounts.user(name)
                        .orElseThrow(
                                () ->
                                        refused(
                                                wish,
                                                "there is no such user",
                                                "create it or name another"));
        if (!self.root() && user.number() != self.user()) {
            throw refused(
                    wish,
                    "only root may start processes of other users",
                    "run foster as root, or leave the user out");
        }
        return user;
    }

    private static long group(String name, String program, Self self) {
        String wish = "run " + program + " in group " + name;
        long group =
                Accounts.group(name)
                        .orElseThrow(
                                () ->
                                        refused(
                                                wish,
                                                "there is no such group",
                                                "create it or name another"));
        if (!self.root() && group != self.group()) {
            throw refused(
                    wish,
                    "only root may start processes of other groups",
                    "run foster as root, or leave the group out");
        }
        return group;
    }

    private static ProblemException refused(String wish, String why, String remedy) {
        return new ProblemException(new ChildProblem.CannotConfine(wish, why, remedy));
    }

    /** What {@code setpriv} is to be told. */
    List<String> options() {
        var options = new ArrayList<String>();
        user.ifPresent(number -> options.addAll(List.of("--reuid", Long.toString(number))));
        group.ifPresent(number -> options.addAll(List.of("--regid", Long.toString(number))));
        options.add(listed ? "--init-groups" : "--clear-groups");
        return options;
    }
}
