// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock.quorum;

import java.util.HashSet;
import java.util.List;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.lease.LeaseEngine;
import io.github.rediscomponents.lock.LockActivity;
import io.github.rediscomponents.lock.LockKind;
import io.github.rediscomponents.lock.LockObserver;
import io.github.rediscomponents.lock.LockSettings;
import io.github.rediscomponents.lock.NamedLock;
import io.github.rediscomponents.lock.kept.KeptLocks;
import io.github.rediscomponents.lock.kept.LockKeeper;
import io.github.rediscomponents.support.Checks;
import io.github.rediscomponents.support.Troubled;
import io.github.rediscomponents.support.Troubles;
import io.github.rediscomponents.support.port.CommandPort;

/**
 * {@link QuorumLock}: the leases, renewals and waits of every other lock, kept by several
 * servers in place of one.
 */
final class RedisQuorumLock implements QuorumLock, Troubled {

	private static final String ROOM = "quorum";

	private final KeySpace keys;

	private final QuorumNodes nodes;

	private final KeptLocks locks;

	RedisQuorumLock(List<CommandPort> nodes, KeySpace keys, LiveSettings<LockSettings> settings, Background background,
			LockObserver observer) {
		Checks.isTrue(nodes.size() >= 3 && nodes.size() % 2 == 1,
				"nodes must be an odd number of servers, at least 3, were " + nodes.size());
		Checks.isTrue(new HashSet<>(nodes).size() == nodes.size(), "nodes must not have one twice");
		this.keys = keys;
		LeaseEngine engine = LeaseEngine.polling(nodes, keys, settings::get, background, observer);
		this.nodes = new QuorumNodes(List.copyOf(nodes), settings, background, engine.troubles());
		this.locks = new KeptLocks(engine, this::keeper);
	}

	@Override
	public NamedLock get(String name) {
		return this.locks.get(name);
	}

	private LockKeeper keeper(String name, LockKind kind) {
		return new QuorumKeeper(name, this.keys.key(ROOM, name), this.nodes);
	}

	@Override
	public LockActivity activity() {
		return this.locks.activity();
	}

	@Override
	public Troubles troubles() {
		return this.locks.troubles();
	}

	KeptLocks locks() {
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
