package io.github.rediscomponents.sample.follow;

import java.time.Duration;

import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.LockOptions;
import io.github.rediscomponents.sample.upkeep.Teller;
import io.github.rediscomponents.social.FollowGraph;
import io.github.rediscomponents.social.FollowResult;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Tells Redis whether a user follows another one. Under a lock of the user, so that what
 * was read later is written later.
 */
@Component
class FollowTeller implements Teller {

	static final String KIND = "follow";

	private static final Logger log = LoggerFactory.getLogger(FollowTeller.class);

	private static final LockOptions PATIENTLY = LockOptions.defaults()
		.withMaxWait(Duration.ofSeconds(1))
		.withLease(Duration.ofSeconds(5));

	private final FollowStore store;

	private final FollowGraph graph;

	private final DistributedLock lock;

	private final GraphNames names;

	FollowTeller(FollowStore store, FollowGraph graph, DistributedLock lock, GraphNames names) {
		this.store = store;
		this.graph = graph;
		this.lock = lock;
		this.names = names;
	}

	@Override
	public String kind() {
		return KIND;
	}

	@Override
	public void tell(long userId, long targetId) throws InterruptedException {
		String user = this.names.of(userId);
		String other = this.names.of(targetId);
		this.lock.name("follow:" + userId).call(PATIENTLY, (lease) -> {
			if (!this.store.exists(userId, targetId)) {
				return this.graph.unfollow(user, other);
			}
			FollowResult result = this.graph.follow(user, other);
			if (result == FollowResult.TOO_MANY) {
				log.warn("Redis has a lower limit of follows than the application: see redis-components.follow-graph");
			}
			return true;
		});
	}

}
