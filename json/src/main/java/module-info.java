/** JSON as text and as a tree of plain Java values, for records that are made of them. */
module dev.foster.json {
    requires static org.jspecify;
    requires tools.jackson.core;

    exports dev.foster.json;
}
