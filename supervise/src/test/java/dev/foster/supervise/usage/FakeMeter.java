package dev.foster.supervise.usage;

import dev.foster.process.Child;
import dev.foster.process.UsageMeter;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** A meter whose trees use what the test says, and that counts what is asked of it. */
final class FakeMeter implements UsageMeter {
    final AtomicInteger passes = new AtomicInteger();
    final AtomicInteger closePasses = new AtomicInteger();
    final Map<Child, FakeTree> trees = Collections.synchronizedMap(new IdentityHashMap<>());
    private final List<FakeTree> watched = new ArrayList<>();
    private final List<FakeTree> closely = new ArrayList<>();
    volatile boolean closed;

    volatile boolean unwatchable;

    /** What happens to it in each pass over all. */
    volatile Runnable trouble = () -> {};

    /** A child that is asked nothing. */
    static Child child() {
        return (Child)
                Proxy.newProxyInstance(
                        Child.class.getClassLoader(),
                        new Class<?>[] {Child.class},
                        (_, method, _) -> {
                            throw new UnsupportedOperationException(method.getName());
                        });
    }

    FakeTree tree(Child child) {
        return trees.computeIfAbsent(child, _ -> new FakeTree());
    }

    @Override
    public Tree watch(Child child, boolean close) {
        if (unwatchable) {
            throw new IllegalStateException("a test's");
        }
        FakeTree tree = tree(child);
        watched.add(tree);
        if (close) {
            closely.add(tree);
        }
        return tree;
    }

    @Override
    public void measure() {
        passes.incrementAndGet();
        trouble.run();
        watched.forEach(FakeTree::pass);
    }

    @Override
    public void measureClosely() {
        closePasses.incrementAndGet();
        closely.forEach(FakeTree::pass);
    }

    @Override
    public void close() {
        closed = true;
    }
}
