package io.github.rediscomponents.social;

/**
 * What became of a like.
 *
 * @param liked whether the user likes it now
 * @param changed whether this call changed that; a repetition by the driver says what the
 * first execution did
 * @param count how many like it now
 */
public record LikeResult(boolean liked, boolean changed, long count) {
}
