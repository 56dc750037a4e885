/**
 * What processes say, kept in memory and on disk: {@link LogStore} has a {@link LogBook} for each
 * process, and {@link TimeLine} puts all their lines in one order.
 */
@NullMarked
package dev.foster.daemon.log;

import org.jspecify.annotations.NullMarked;
