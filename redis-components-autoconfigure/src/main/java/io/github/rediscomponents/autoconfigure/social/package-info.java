/**
 * Auto-configuration of likes and ranked sets.
 */
@NullMarked
package io.github.rediscomponents.autoconfigure.social;

import org.jspecify.annotations.NullMarked;
