/** Tests of the page's files, without a browser. */
@NullMarked
package dev.foster.web;

import org.jspecify.annotations.NullMarked;
