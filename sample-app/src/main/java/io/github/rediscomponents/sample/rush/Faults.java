// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.rush;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

import io.github.rediscomponents.sample.ops.Instances;
import io.github.rediscomponents.sample.web.Refused;
import io.github.rediscomponents.test.RedisReplyException;
import io.github.rediscomponents.test.RedisServer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;

/**
 * Causes faults: of the embedded Redis, if this instance has started it, and of the
 * second instance, if it runs. An installed Redis is never touched.
 */
@Component
@DemoOnly
class Faults {

	private static final Duration PATIENCE = Duration.ofSeconds(2);

	private static final int MOST = 50;

	private static final Logger log = LoggerFactory.getLogger(Faults.class);

	private final Killer killer = new Killer(PATIENCE);

	private final Lock causing = new ReentrantLock();

	private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor((task) -> {
		Thread made = new Thread(task, "rush-faults");
		made.setDaemon(true);
		return made;
	});

	private final AtomicBoolean redisIsDown = new AtomicBoolean();

	private final Deque<Event> events = new ArrayDeque<>();

	private final @Nullable RedisServer redis;

	private final Duration away;

	private final Instances instances;

	private final Aftermath aftermath;

	Faults(ObjectProvider<RedisServer> redis, Instances instances, Aftermath aftermath,
			@Value("${city-guide.demo.redis-away:5s}") Duration away) {
		this.away = away;
		this.redis = redis.getIfAvailable();
		this.instances = instances;
		this.aftermath = aftermath;
	}

	/** Returns the faults that can be caused now. */
	List<Fault> possible() {
		List<Fault> possible = new ArrayList<>();
		if (this.redis != null) {
			possible.add(Fault.REDIS_KILL);
			possible.add(Fault.REDIS_EMPTY);
		}
		if (second().isPresent()) {
			possible.add(Fault.OTHER_KILL);
		}
		return possible;
	}

	/** Returns the newest events, oldest first. */
	List<Event> events() {
		synchronized (this.events) {
			return List.copyOf(this.events);
		}
	}

	/**
	 * Causes a fault, and has its effects looked at.
	 * @param fault the fault
	 * @throws Refused if it cannot be caused here, or not now
	 */
	void cause(Fault fault) {
		if (!this.causing.tryLock()) {
			throw new Refused("rush.looking");
		}
		try {
			if (fault == Fault.OTHER_KILL) {
				killOther();
				return;
			}
			RedisServer server = this.redis;
			if (server == null) {
				throw new Refused("rush.not-here");
			}
			if (this.redisIsDown.get()) {
				throw new Refused("rush.redis-down");
			}
			if (fault == Fault.REDIS_KILL) {
				kill(server);
			}
			else {
				empty(server);
			}
		}
		finally {
			this.causing.unlock();
		}
	}

	private void kill(RedisServer server) {
		Aftermath.Before before = this.aftermath.before(Fault.REDIS_KILL, addresses());
		boolean returns = false;
		this.redisIsDown.set(true);
		try {
			server.kill();
			this.thread.schedule(() -> restart(server), this.away.toMillis(), TimeUnit.MILLISECONDS);
			returns = true;
		}
		finally {
			if (!returns) {
				this.redisIsDown.set(false);
			}
		}
		happened("redis-killed");
		this.aftermath.begin(before, this.redisIsDown::get);
	}

	private void restart(RedisServer server) {
		try {
			server.restart();
			happened("redis-back");
		}
		catch (RuntimeException ex) {
			log.error("The embedded Redis does not start again", ex);
		}
		finally {
			this.redisIsDown.set(false);
		}
	}

	private void empty(RedisServer server) {
		Aftermath.Before before = this.aftermath.before(Fault.REDIS_EMPTY, addresses());
		// The server would be waited for half a minute.
		CompletableFuture<@Nullable Object> reply = CompletableFuture.supplyAsync(() -> server.command("FLUSHALL"),
				Faults::aside);
		try {
			reply.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
		}
		catch (ExecutionException ex) {
			log.debug("Redis cannot be emptied", ex);
			throw unavailable(
					(ex.getCause() instanceof RedisReplyException) ? "rush.redis-refuses" : "rush.redis-silent");
		}
		catch (TimeoutException ex) {
			throw unavailable("rush.redis-silent");
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw unavailable("rush.redis-silent");
		}
		happened("redis-emptied");
		this.aftermath.begin(before, () -> false);
	}

	private static void aside(Runnable task) {
		Thread thread = new Thread(task, "rush-flush");
		thread.setDaemon(true);
		thread.start();
	}

	private void killOther() {
		URI address = second().map(Instances.Instance::address).orElseThrow(() -> new Refused("rush.no-second"));
		Aftermath.Before before = this.aftermath.before(Fault.OTHER_KILL,
				addresses().stream().filter((one) -> !one.equals(address)).toList());
		try {
			this.killer.kill(address);
		}
		catch (IOException ex) {
			log.debug("The second instance cannot be killed", ex);
			throw unavailable("rush.second-silent");
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw unavailable("rush.second-silent");
		}
		happened("other-killed");
		this.aftermath.begin(before, () -> false);
	}

	private static Refused unavailable(String key) {
		return new Refused(HttpStatus.SERVICE_UNAVAILABLE, key);
	}

	private Optional<Instances.Instance> second() {
		return this.instances.all().stream().filter((one) -> one.second() && !one.self()).findFirst();
	}

	private List<URI> addresses() {
		return this.instances.all().stream().map(Instances.Instance::address).toList();
	}

	private void happened(String what) {
		synchronized (this.events) {
			if (this.events.size() == MOST) {
				this.events.removeFirst();
			}
			this.events.addLast(new Event(System.currentTimeMillis(), what));
		}
	}

	@EventListener(ContextClosedEvent.class)
	void end() {
		this.thread.shutdownNow();
	}

	/**
	 * An event of a fault.
	 *
	 * @param time milliseconds since 1970
	 * @param what the event
	 */
	record Event(long time, String what) {
	}

}
