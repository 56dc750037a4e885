package dev.foster.supervise.watch;

import dev.foster.process.Child;
import dev.foster.process.ChildSpec;
import dev.foster.process.Confinement;
import dev.foster.process.Isolation;
import dev.foster.process.ResourceLimits;
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

    /** A child that knows only what it may use. */
    static Child child(ResourceLimits limits) {
        ChildSpec spec =
                ChildSpec.of("true").confinement(new Confinement(limits, Isolation.none()));
        return (Child)
                Proxy.newProxyInstance(
                        Child.class.getClassLoader(),
                        new Class<?>[] {Child.class},
                        (_, method, _) -> {
                            if (method.getName().equals("spec")) {
                                return spec;
                            }
                            throw new UnsupportedOperationException(method.getName());
                        });
    }

    FakeTree tree(Child child) {
        return trees.computeIfAbsent(child, _ -> new FakeTree());
    }

    @Override
    public Tree watch(Child child, boolean close) {
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
