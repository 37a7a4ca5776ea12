// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.rush;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import io.github.rediscomponents.sample.ops.Instances;
import io.github.rediscomponents.sample.web.Refused;
import io.github.rediscomponents.test.RedisServer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;

/**
 * Causes faults: of the embedded Redis, if this instance has started it, and of the
 * second instance, if it runs. An installed Redis is never touched.
 */
@Component
@DemoOnly
class Faults implements DisposableBean {

	private static final Duration AWAY = Duration.ofSeconds(5);

	private static final Duration PATIENCE = Duration.ofSeconds(2);

	private static final int MOST = 50;

	private static final int OK = 200;

	private static final Logger log = LoggerFactory.getLogger(Faults.class);

	private final HttpClient http = HttpClient.newBuilder().connectTimeout(PATIENCE).build();

	private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor((task) -> {
		Thread made = new Thread(task, "rush-faults");
		made.setDaemon(true);
		return made;
	});

	private final AtomicBoolean redisIsDown = new AtomicBoolean();

	private final Deque<Event> events = new ArrayDeque<>();

	private final @Nullable RedisServer redis;

	private final Instances instances;

	private final Aftermath aftermath;

	Faults(ObjectProvider<RedisServer> redis, Instances instances, Aftermath aftermath) {
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
	 * Causes a fault.
	 * @param fault the fault
	 * @throws Refused if it cannot be caused here
	 */
	void cause(Fault fault) {
		if (fault == Fault.OTHER_KILL) {
			killOther();
			return;
		}
		RedisServer server = this.redis;
		if (server == null) {
			throw new Refused("rush.not-here");
		}
		if (fault == Fault.REDIS_KILL) {
			kill(server);
		}
		else {
			empty(server);
		}
	}

	private void kill(RedisServer server) {
		if (!this.redisIsDown.compareAndSet(false, true)) {
			throw new Refused("rush.redis-down");
		}
		this.aftermath.begin(Fault.REDIS_KILL, this.redisIsDown::get, addresses());
		server.kill();
		happened("redis-killed");
		this.thread.schedule(() -> restart(server), AWAY.toMillis(), TimeUnit.MILLISECONDS);
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
		if (this.redisIsDown.get()) {
			throw new Refused("rush.redis-down");
		}
		this.aftermath.begin(Fault.REDIS_EMPTY, () -> false, addresses());
		try {
			server.command("FLUSHALL");
		}
		catch (UncheckedIOException ex) {
			throw new Refused(HttpStatus.SERVICE_UNAVAILABLE, "rush.redis-silent");
		}
		happened("redis-emptied");
	}

	private void killOther() {
		URI address = second().map(Instances.Instance::address).orElseThrow(() -> new Refused("rush.no-second"));
		this.aftermath.begin(Fault.OTHER_KILL, () -> false,
				addresses().stream().filter((one) -> !one.equals(address)).toList());
		HttpRequest request = HttpRequest.newBuilder(address.resolve("/rush/end"))
			.timeout(PATIENCE)
			.header(SameOrigin.HEADER, SameOrigin.PAGE)
			.POST(BodyPublishers.noBody())
			.build();
		try {
			if (this.http.send(request, BodyHandlers.discarding()).statusCode() != OK) {
				throw new Refused("rush.second-stays");
			}
		}
		catch (IOException ex) {
			// It may have ended before it answered.
			log.debug("No answer from the second instance", ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		happened("other-killed");
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

	@Override
	public void destroy() {
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
