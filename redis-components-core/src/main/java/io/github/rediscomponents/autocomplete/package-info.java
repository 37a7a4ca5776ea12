/**
 * Completion of what somebody types:
 * {@link io.github.rediscomponents.autocomplete.RecentList} of what was used last,
 * {@link io.github.rediscomponents.autocomplete.PrefixIndex} of everything there is.
 */
@NullMarked
package io.github.rediscomponents.autocomplete;

import org.jspecify.annotations.NullMarked;
