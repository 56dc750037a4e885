/**
 * What tests of child processes need: scripted children, the process table, leak assertions. JDK
 * only.
 */
module dev.foster.testkit {
    requires static org.jspecify;

    exports dev.foster.testkit;
}
