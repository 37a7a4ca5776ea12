// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.ops;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.topic.Topic;
import io.github.rediscomponents.topic.TopicSubscription;
import io.github.rediscomponents.topic.Topics;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.context.SmartLifecycle;
import org.springframework.core.io.ClassPathResource;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.script.RedisScript;
import org.springframework.stereotype.Component;

/**
 * The instances on this Redis. While one of them is looked at, a topic tells the others,
 * and each shares its newest samples once a second in one hash that expires.
 *
 * <p>
 * Key: {@code <prefix>:ops:{instances}} (hash by instance), five seconds after the last
 * look at the latest. Without looks nothing is sent.
 */
@Component
public class Instances implements SmartLifecycle {

	private static final long STEP_MILLIS = 1000;

	private static final Duration KEPT = Duration.ofSeconds(5);

	private static final long ANNOUNCE_NANOS = Duration.ofSeconds(3).toNanos();

	/** An exchange takes two steps: the others hear of the look, then they share. */
	private static final long SETTLED_NANOS = Duration.ofMillis(2500).toNanos();

	private static final int SAMPLES = 3;

	@SuppressWarnings("rawtypes")
	private static final RedisScript<List> SHARE = script();

	private static final Logger log = LoggerFactory.getLogger(Instances.class);

	private final ThisInstance own;

	private final Viewers viewers;

	private final Sampler sampler;

	private final Peers peers;

	private final StringRedisTemplate redis;

	private final String key;

	private final JsonMapper json;

	private final Topic<Look> topic;

	private volatile List<Instance> others = List.of();

	/** When the others were first told of the present looks; 0 if they were not. */
	private volatile long told;

	private volatile long toldLast;

	private @Nullable TopicSubscription subscription;

	private @Nullable ScheduledExecutorService thread;

	Instances(ThisInstance own, Viewers viewers, Sampler sampler, Peers peers, StringRedisTemplate redis, KeySpace keys,
			JsonMapper json, Topics topics) {
		this.own = own;
		this.viewers = viewers;
		this.sampler = sampler;
		this.peers = peers;
		this.redis = redis;
		this.key = keys.key("ops", "instances");
		this.json = json;
		this.topic = topics.get("ops", Look.class);
	}

	@SuppressWarnings("rawtypes")
	private static RedisScript<List> script() {
		try (InputStream file = new ClassPathResource("ops/share.lua").getInputStream()) {
			return RedisScript.of(new String(file.readAllBytes(), StandardCharsets.UTF_8), List.class);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Returns the known instances. Others are known about two seconds after the first
	 * look.
	 * @return this instance first
	 */
	public List<Instance> all() {
		List<Instance> all = new ArrayList<>();
		all.add(new Instance(this.own.name(), URI.create(this.own.address()), true, this.own.isSecond()));
		all.addAll(this.others);
		return all;
	}

	/** Returns whether the others had the time to share since the first look. */
	public boolean isSettled() {
		long since = this.told;
		return since != 0 && System.nanoTime() - since > SETTLED_NANOS;
	}

	private void exchange() {
		if (!this.viewers.present()) {
			this.told = 0;
			this.others = List.of();
			return;
		}
		try {
			announce();
			share();
		}
		catch (RedisComponentsException | DataAccessException | JacksonException ex) {
			// The others stay known: while Redis is away they are still there.
			log.debug("Nothing is shared with other instances", ex);
		}
	}

	private void announce() {
		long now = System.nanoTime();
		if (this.viewers.presentHere() && (this.told == 0 || now - this.toldLast > ANNOUNCE_NANOS)) {
			this.topic.publish(new Look(this.own.name()));
			this.toldLast = now;
			if (this.told == 0) {
				this.told = now;
			}
		}
	}

	private void share() {
		String text = this.json.writeValueAsString(Shared.of(this.own, this.sampler.newest(SAMPLES)));
		List<?> reply = this.redis.execute(SHARE, List.of(this.key), this.own.name(), text,
				String.valueOf(KEPT.toMillis()));
		Map<String, Shared> found = new HashMap<>();
		for (int i = 0; i + 1 < reply.size(); i += 2) {
			String name = String.valueOf(reply.get(i));
			if (!name.equals(this.own.name())) {
				Shared.read(this.json, name, String.valueOf(reply.get(i + 1)))
					.ifPresentOrElse((shared) -> found.put(name, shared),
							() -> log.debug("What an instance shares is unusable"));
			}
		}
		this.others = found.entrySet()
			.stream()
			.map((one) -> new Instance(one.getKey(), URI.create(one.getValue().address()), false,
					one.getValue().second()))
			.sorted(Comparator.comparing(Instance::name))
			.toList();
		found.forEach((name, shared) -> this.peers.heard(name, shared.samples()));
	}

	private void heard(Look look) {
		if (!look.instance().equals(this.own.name())) {
			this.viewers.lookedElsewhere();
		}
	}

	@Override
	public synchronized void start() {
		if (this.thread == null) {
			this.subscription = this.topic.subscribe(this::heard);
			ScheduledExecutorService started = Executors.newSingleThreadScheduledExecutor((task) -> {
				Thread made = new Thread(task, "ops-instances");
				made.setDaemon(true);
				return made;
			});
			started.scheduleWithFixedDelay(() -> {
				try {
					exchange();
				}
				catch (RuntimeException ex) {
					log.warn("Nothing is shared with other instances: {}", ex.toString());
				}
			}, STEP_MILLIS, STEP_MILLIS, TimeUnit.MILLISECONDS);
			this.thread = started;
		}
	}

	@Override
	public synchronized void stop() {
		if (this.thread != null) {
			this.thread.shutdownNow();
			this.thread = null;
		}
		if (this.subscription != null) {
			this.subscription.close();
			this.subscription = null;
		}
	}

	@Override
	public synchronized boolean isRunning() {
		return this.thread != null;
	}

	/**
	 * An instance.
	 *
	 * @param name its port and a mark of its start
	 * @param address its base address
	 * @param self whether it is this one
	 * @param second whether it is the second instance of a demo
	 */
	public record Instance(String name, URI address, boolean self, boolean second) {
	}

	/**
	 * Tells the other instances of a look.
	 *
	 * @param instance the instance that is looked at
	 */
	record Look(String instance) {
	}

}
