package io.github.rediscomponents.social;

import java.time.Instant;

/**
 * That somebody likes something.
 *
 * @param user who
 * @param at since when by the server's clock, to the microsecond; no two likes of one
 * thing have the same
 */
public record Like(String user, Instant at) {
}
