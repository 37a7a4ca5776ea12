package io.github.rediscomponents.support;

import org.jspecify.annotations.Nullable;

/**
 * What a script replied, and how many replicas have what it wrote.
 *
 * @param <T> what the reply becomes
 * @param reply the script's reply
 * @param replicas how many replicas acknowledged in time; may be fewer than were asked
 * for, and the script has run all the same
 */
public record Replicated<T extends @Nullable Object>(T reply, int replicas) {

}
