package dev.foster.supervise.rules;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A map whose changes can be taken back until they are kept: a step that fails in its middle is to
 * have changed nothing. What was removed and is put back has lost its place, and nothing else.
 */
final class Reversible<K, V> {
    private final Map<K, V> map = new LinkedHashMap<>();
    private final List<Change<K, V>> changes = new ArrayList<>();

    /** What was there under a key before. */
    private record Change<K, V>(K key, @Nullable V before) {}

    Optional<V> find(K key) {
        return Optional.ofNullable(map.get(key));
    }

    boolean contains(K key) {
        return map.containsKey(key);
    }

    Set<K> keys() {
        return map.keySet();
    }

    Iterable<V> values() {
        return map.values();
    }

    Set<Map.Entry<K, V>> entries() {
        return map.entrySet();
    }

    Optional<V> put(K key, V value) {
        V before = map.get(key);
        changes.add(new Change<>(key, before));
        map.put(key, value);
        return Optional.ofNullable(before);
    }

    Optional<V> remove(K key) {
        V before = map.get(key);
        if (before == null) {
            return Optional.empty();
        }
        changes.add(new Change<>(key, before));
        map.remove(key);
        return Optional.of(before);
    }

    /** From here on, changes are taken back as far as this. */
    void keep() {
        changes.clear();
    }

    void takeBack() {
        for (Change<K, V> change : changes.reversed()) {
            if (change.before() == null) {
                map.remove(change.key());
            } else {
                map.put(change.key(), change.before());
            }
        }
        changes.clear();
    }
}
