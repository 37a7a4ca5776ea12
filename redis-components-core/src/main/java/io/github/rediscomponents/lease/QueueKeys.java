// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lease;

import io.github.rediscomponents.KeySpace;

/**
 * The keys of a resource that is granted in turn, as the scripts name them.
 *
 * @param kind the kind of resource
 * @param name the name of the resource
 * @param key the key that remembers its kind and last token
 * @param holders the key of the holders
 * @param waiters the key of the waiters
 * @param ends the key of when they end
 * @since 1.0.0
 */
public record QueueKeys(QueueKind kind, String name, String key, String holders, String waiters, String ends) {

	public static QueueKeys of(KeySpace keys, String room, QueueKind kind, String name) {
		return new QueueKeys(kind, name, keys.key(room, name), keys.key(room, name, "holders"),
				keys.key(room, name, "waiters"), keys.key(room, name, "ends"));
	}

	public String[] all() {
		return new String[] { this.key, this.holders, this.waiters, this.ends };
	}

}
