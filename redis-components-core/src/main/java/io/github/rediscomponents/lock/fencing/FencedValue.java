package io.github.rediscomponents.lock.fencing;

/**
 * A value and the fencing token of whoever was there last.
 *
 * @param value what was written
 * @param token the largest token that wrote or {@link FencedValues#raise raised}
 * @param <T> the type of the value
 */
public record FencedValue<T>(T value, long token) {

}
