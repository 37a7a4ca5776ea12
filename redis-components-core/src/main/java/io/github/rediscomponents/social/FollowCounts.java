package io.github.rediscomponents.social;

/**
 * How many a user follows, and is followed by.
 *
 * @param following whom the user follows
 * @param followers who follow the user
 */
public record FollowCounts(long following, long followers) {

}
