package io.github.rediscomponents.lock;

import java.util.HashSet;
import java.util.List;

import io.github.rediscomponents.support.Background;
import io.github.rediscomponents.support.Checks;
import io.github.rediscomponents.support.KeySpace;
import io.github.rediscomponents.support.LiveSettings;
import io.github.rediscomponents.support.RedisPort;

/**
 * {@link QuorumLock}: the leases, renewals and waits of every other lock, kept by several
 * servers in place of one.
 */
final class RedisQuorumLock implements QuorumLock {

	private static final String ROOM = "quorum";

	private final KeySpace keys;

	private final QuorumNodes nodes;

	private final RedisDistributedLock locks;

	RedisQuorumLock(List<RedisPort> nodes, KeySpace keys, LiveSettings<LockSettings> settings, Background background,
			LockListener listener) {
		Checks.isTrue(nodes.size() >= 3 && nodes.size() % 2 == 1,
				"nodes must be an odd number of servers, at least 3, were " + nodes.size());
		Checks.isTrue(new HashSet<>(nodes).size() == nodes.size(), "nodes must not have one twice");
		this.keys = keys;
		this.nodes = new QuorumNodes(List.copyOf(nodes), settings, background);
		this.locks = new RedisDistributedLock(new NoPort(), keys, settings, background, listener);
	}

	@Override
	public NamedLock name(String name) {
		return new RedisNamedLock(this.locks, new QuorumKeeper(name, this.keys.key(ROOM, name), this.nodes));
	}

	@Override
	public LockActivity activity() {
		return this.locks.activity();
	}

	RedisDistributedLock locks() {
		return this.locks;
	}

	QuorumNodes nodes() {
		return this.nodes;
	}

	@Override
	public void close() {
		this.locks.close();
	}

}
