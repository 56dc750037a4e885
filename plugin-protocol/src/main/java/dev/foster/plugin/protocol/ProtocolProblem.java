package dev.foster.plugin.protocol;

/**
 * Why host and plugin could not come to terms. Each package of the protocol has its own sealed kind
 * of it. The code is a stable word for programs; the message is a sentence for people, in the form
 * <em>cannot do this: why; what to do</em>.
 */
public interface ProtocolProblem {

    /** A stable word for programs. */
    String code();

    /** One sentence for people. */
    String message();
}
