package dev.foster.bench.process;

/** The least a JVM can do, to compare the start of a program with. */
public final class Hello {
    private Hello() {}

    public static void main(String[] arguments) {
        System.out.println("hello");
    }
}
