package dev.foster.daemon.api;

import dev.foster.http.HttpRequest;
import dev.foster.http.HttpResponse;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One line of the API's table: what is done for a method and a path.
 *
 * @param path its segments; one in braces stands for any
 */
record Route(String method, List<String> path, Action action) {

    /** What is done; the name is what stood for the segment in braces, or empty. */
    interface Action {
        HttpResponse answer(HttpRequest request, String name);
    }

    static Route of(String method, String path, Action action) {
        return new Route(method, List.of(path.substring(1).split("/", -1)), action);
    }

    /** Such as {@code /v1/processes/{name}}. */
    String text() {
        return "/" + String.join("/", path);
    }

    /** What stands in the place of the braces when the path is this route's. */
    Optional<String> match(List<String> wanted) {
        if (wanted.size() != path.size()) {
            return Optional.empty();
        }
        var name = new ArrayList<String>();
        for (int i = 0; i < path.size(); i++) {
            if (path.get(i).startsWith("{")) {
                name.add(wanted.get(i));
            } else if (!path.get(i).equals(wanted.get(i))) {
                return Optional.empty();
            }
        }
        return Optional.of(name.isEmpty() ? "" : name.getFirst());
    }
}
