/** Documents that people write: every value knows its place, and every fault is told there. */
module dev.foster.document {
    requires static org.jspecify;
    requires org.snakeyaml.engine;

    exports dev.foster.document;
}
