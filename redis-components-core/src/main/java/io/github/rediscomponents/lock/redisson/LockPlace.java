// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock.redisson;

import java.util.List;
import java.util.Optional;

import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;
import org.redisson.config.NameMapper;

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.lock.LockKind;
import io.github.rediscomponents.support.Utf8;

/**
 * The keys of a lock of one kind, with the names that Redisson gives to the keys beside
 * its locks. All of them share the hash tag of the lock's name.
 *
 * @param name the lock's name
 * @param kind its kind
 * @param key its key, before the application's {@link NameMapper}
 * @param raw its key in Redis
 * @param tokens the key of the lock's kind and last token
 */
record LockPlace(String name, LockKind kind, String key, String raw, String tokens) {

	private static final String ROOM = "lock";

	private static final String WRITE = ":write";

	static LockPlace of(KeySpace keys, NameMapper names, String name, LockKind kind) {
		String key = keys.key(ROOM, name, switch (kind) {
			case FAIR -> "redisson:fair";
			case READ, WRITE -> "redisson:rw";
			default -> "redisson";
		});
		return new LockPlace(name, kind, key, names.map(key), names.map(keys.key(ROOM, name, "redisson:token")));
	}

	/**
	 * A view of the lock of its own, because Redisson keeps the last lease time in it.
	 */
	RLock lock(RedissonClient redisson) {
		return switch (this.kind) {
			case FAIR -> redisson.getFairLock(this.key);
			case READ -> redisson.getReadWriteLock(this.key).readLock();
			case WRITE -> redisson.getReadWriteLock(this.key).writeLock();
			default -> redisson.getLock(this.key);
		};
	}

	/** Returns the holder as Redisson writes it down. */
	String holder(String client, long number) {
		return client + ':' + number + ((this.kind == LockKind.WRITE) ? WRITE : "");
	}

	/** The number of a holder. */
	static long number(String holder) {
		String plain = holder.endsWith(WRITE) ? holder.substring(0, holder.length() - WRITE.length()) : holder;
		return Long.parseLong(plain.substring(plain.lastIndexOf(':') + 1));
	}

	/**
	 * Returns the name of the kind in Redis; both sides of a read-write lock are one
	 * kind.
	 */
	String kindName() {
		return switch (this.kind) {
			case FAIR -> "fair";
			case READ, WRITE -> "rw";
			default -> "plain";
		};
	}

	/** The other side of a read-write lock. */
	Optional<LockPlace> otherSide() {
		return switch (this.kind) {
			case READ -> Optional.of(with(LockKind.WRITE));
			case WRITE -> Optional.of(with(LockKind.READ));
			default -> Optional.empty();
		};
	}

	private LockPlace with(LockKind other) {
		return new LockPlace(this.name, other, this.key, this.raw, this.tokens);
	}

	/** On which Redisson's clients wait. */
	String channel() {
		return (otherSide().isPresent() ? "redisson_rwlock:" : "redisson_lock__channel:") + this.raw;
	}

	/** The keys of a holder: the lock, its tokens, its own time to live. */
	List<Object> holderKeys(String holder) {
		String own = (this.kind == LockKind.READ) ? this.raw + ':' + holder + ":rwlock_timeout:1" : this.raw;
		return bytes(this.raw, this.tokens, own);
	}

	List<Object> infoKeys() {
		return bytes(this.raw, this.tokens, (this.kind == LockKind.FAIR) ? queue() : this.raw);
	}

	List<Object> queueKeys() {
		return bytes(this.raw, queue(), "redisson_lock_timeout:" + this.raw);
	}

	private String queue() {
		return "redisson_lock_queue:" + this.raw;
	}

	// Redisson maps the names of keys that are strings.
	private static List<Object> bytes(String lock, String second, String third) {
		return List.of(Utf8.bytes(lock), Utf8.bytes(second), Utf8.bytes(third));
	}

}
