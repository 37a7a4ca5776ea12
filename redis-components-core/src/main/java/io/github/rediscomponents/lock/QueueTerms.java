package io.github.rediscomponents.lock;

/**
 * The rules by which something is given out, as they are at the moment.
 *
 * @param permits how many permits there are
 * @param fair whether a newcomer may not pass those who wait
 * @param retentionMillis how long the last token outlives the leases
 */
record QueueTerms(int permits, boolean fair, long retentionMillis) {

}
