package io.github.rediscomponents.queue;

/**
 * When the messages of a {@link StreamQueue} leave its stream.
 */
public enum Retention {

	/**
	 * Each as soon as it is acknowledged. There is one group of consumers, that of the
	 * settings.
	 */
	ACKNOWLEDGED,

	/**
	 * When every group has acknowledged it and all before it. Any number of groups; each
	 * gets every message. A group that nobody consumes for pins all messages.
	 */
	ALL_GROUPS

}
