package io.github.rediscomponents.lock;

import io.github.rediscomponents.support.KeySpace;

/**
 * Something that is given out in turn, as the scripts name it.
 *
 * @param kind what it is
 * @param name its name
 * @param key the key that remembers its kind and last token
 * @param holders the key of those who hold
 * @param waiters the key of those who wait
 * @param ends the key of when they end
 */
record QueueKeys(QueueKind kind, String name, String key, String holders, String waiters, String ends) {

	static QueueKeys of(KeySpace keys, String room, QueueKind kind, String name) {
		return new QueueKeys(kind, name, keys.key(room, name), keys.key(room, name, "holders"),
				keys.key(room, name, "waiters"), keys.key(room, name, "ends"));
	}

	String[] all() {
		return new String[] { this.key, this.holders, this.waiters, this.ends };
	}

}
