/** Documents that people write, in YAML or JSON, and the fields that may stand in them. */
@NullMarked
package dev.foster.document;

import org.jspecify.annotations.NullMarked;
