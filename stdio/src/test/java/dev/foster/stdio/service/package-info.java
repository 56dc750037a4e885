/** The whole service, with real servers behind it and real clients in front of it. */
@NullMarked
package dev.foster.stdio.service;

import org.jspecify.annotations.NullMarked;
