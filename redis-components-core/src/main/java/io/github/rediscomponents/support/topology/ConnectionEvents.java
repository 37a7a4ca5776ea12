// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.topology;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

import io.lettuce.core.cluster.event.MovedRedirectionEvent;
import io.lettuce.core.cluster.models.partitions.Partitions;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import io.lettuce.core.event.Event;
import io.lettuce.core.event.connection.ConnectionDeactivatedEvent;
import io.lettuce.core.event.connection.ReconnectFailedEvent;
import io.lettuce.core.resource.ClientResources;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.Disposable;

import io.github.rediscomponents.support.FailureLog;

/**
 * What Lettuce publishes about the connections of a client: signs that the topology may
 * have changed, also where no command fails, as a redirected one does not.
 */
final class ConnectionEvents implements AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(ConnectionEvents.class);

	private final TopologyWatch watch;

	private final Lock lock = new ReentrantLock();

	private @Nullable ClientResources resources;

	private @Nullable Disposable subscription;

	ConnectionEvents(TopologyWatch watch) {
		this.watch = watch;
	}

	void listen(ClientResources present) {
		this.lock.lock();
		try {
			if (this.resources != present) {
				close();
				this.resources = present;
				this.subscription = present.eventBus()
					.get()
					.subscribe(this::heard,
							(failure) -> FailureLog.debug(logger, failure, "Events of connections ended"));
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	private void heard(Event event) {
		if (event instanceof ConnectionDeactivatedEvent || event instanceof ReconnectFailedEvent
				|| (event instanceof MovedRedirectionEvent moved && isNews(moved))) {
			this.watch.suspect();
		}
	}

	/** Other connections of the client may be redirected for ever. */
	private boolean isNews(MovedRedirectionEvent moved) {
		Partitions view = this.watch.view();
		if (view == null || moved.getSlot() < 0) {
			return true;
		}
		RedisClusterNode owner = view.getMasterBySlot(moved.getSlot());
		return owner == null
				|| !moved.getMessage().endsWith(" " + owner.getUri().getHost() + ':' + owner.getUri().getPort());
	}

	@Override
	public void close() {
		this.lock.lock();
		try {
			if (this.subscription != null) {
				this.subscription.dispose();
				this.subscription = null;
				this.resources = null;
			}
		}
		finally {
			this.lock.unlock();
		}
	}

}
