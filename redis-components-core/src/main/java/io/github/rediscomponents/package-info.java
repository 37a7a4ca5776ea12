/**
 * What every component shares with its users: the exceptions.
 */
@NullMarked
package io.github.rediscomponents;

import org.jspecify.annotations.NullMarked;
