// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue.delay;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.queue.engine.QueueEngine;
import io.github.rediscomponents.support.Utf8;
import io.github.rediscomponents.support.port.CommandPort.ChannelListener;
import io.github.rediscomponents.support.port.CommandPort.Subscription;

/**
 * Promotes for all delay queues that this process consumes, and receives the
 * announcements about them on one channel, which it listens to while there is one.
 */
final class Promoters implements ChannelListener {

	private final QueueEngine engine;

	private final String channel;

	private final Tokens tokens = new Tokens();

	private final Map<String, Promoter> promoters = new ConcurrentHashMap<>();

	/**
	 * Guards the following fields and changes of the promoters; nothing blocks under it.
	 */
	private final ReentrantLock lock = new ReentrantLock();

	/** The number of consumers of each queue. */
	private final Map<String, Integer> users = new HashMap<>();

	private @Nullable Subscription subscription;

	Promoters(QueueEngine engine, String channel) {
		this.engine = engine;
		this.channel = channel;
	}

	String channel() {
		return this.channel;
	}

	Tokens tokens() {
		return this.tokens;
	}

	/** Promotes for one more consumer of a queue. */
	Promotion join(DelayStore store) {
		String queue = store.keys().stream();
		this.lock.lock();
		try {
			this.users.merge(queue, 1, Integer::sum);
			Promoter known = this.promoters.get(queue);
			if (known == null) {
				known = new Promoter(store, this.engine.background(), this.tokens.process());
				this.promoters.put(queue, known);
				if (this.subscription == null) {
					this.subscription = this.engine.redis().subscribe(this.channel, this);
				}
				known.start();
			}
			Promotion begun = new Promotion(this, queue, known);
			this.engine.register(begun);
			return begun;
		}
		finally {
			this.lock.unlock();
		}
	}

	void part(Promotion ended) {
		this.engine.unregister(ended);
		this.lock.lock();
		try {
			if (this.users.merge(ended.queue(), -1, Integer::sum) > 0) {
				return;
			}
			this.users.remove(ended.queue());
			this.promoters.remove(ended.queue());
			ended.promoter().stop();
			if (this.promoters.isEmpty() && this.subscription != null) {
				this.subscription.close();
				this.subscription = null;
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	@Override
	public void message(byte[] message) {
		Announcement announcement = Announcement.parse(Utf8.text(message));
		Promoter about = (announcement != null) ? this.promoters.get(announcement.queue()) : null;
		if (announcement != null && about != null) {
			about.announced(announcement);
		}
	}

	@Override
	public void subscribed() {
		List<Promoter> all = new ArrayList<>(this.promoters.values());
		all.forEach(Promoter::missed);
	}

}
