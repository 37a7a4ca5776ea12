/**
 * What every component shares with its users: the exceptions, and who hears how
 * operations end.
 */
@NullMarked
package io.github.rediscomponents;

import org.jspecify.annotations.NullMarked;
