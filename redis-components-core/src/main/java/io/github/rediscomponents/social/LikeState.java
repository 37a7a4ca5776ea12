package io.github.rediscomponents.social;

/**
 * Likes of something as one user sees them.
 *
 * @param liked whether this user likes it
 * @param count how many do
 */
public record LikeState(boolean liked, long count) {
}
