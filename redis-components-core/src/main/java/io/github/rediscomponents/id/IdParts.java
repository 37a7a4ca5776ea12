package io.github.rediscomponents.id;

import java.time.Instant;

/**
 * What an id is made of.
 *
 * @param instant the server's time of its block, in the layout's unit; the id was handed
 * out at or after it
 * @param sequence its number within that unit, or within that day in the classic layout
 */
public record IdParts(Instant instant, long sequence) {
}
