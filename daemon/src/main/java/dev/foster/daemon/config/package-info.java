/** The project file: found, read, checked, and turned into what is to be supervised. */
@NullMarked
package dev.foster.daemon.config;

import org.jspecify.annotations.NullMarked;
