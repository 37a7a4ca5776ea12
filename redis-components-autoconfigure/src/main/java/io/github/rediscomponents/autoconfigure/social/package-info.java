/**
 * Auto-configuration of likes, ranked sets, follow graphs and feeds.
 */
@NullMarked
package io.github.rediscomponents.autoconfigure.social;

import org.jspecify.annotations.NullMarked;
