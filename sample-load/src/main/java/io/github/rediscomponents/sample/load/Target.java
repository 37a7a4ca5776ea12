// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.load;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import io.github.rediscomponents.sample.crowd.Call;
import io.github.rediscomponents.sample.crowd.GuideClient;
import io.github.rediscomponents.sample.crowd.Reply;
import io.github.rediscomponents.sample.crowd.UnusableGuideException;
import io.github.rediscomponents.sample.load.guide.Application;
import io.github.rediscomponents.sample.load.guide.CacheMeter;
import io.github.rediscomponents.sample.load.guide.OwnInstances;
import io.github.rediscomponents.sample.load.scenario.Stage;
import org.jspecify.annotations.Nullable;

/**
 * The instances that are put under load: running ones, or its own, which end with it.
 */
final class Target implements AutoCloseable {

	/** A cache that keeps nothing: what is read is over before the next one asks. */
	static final List<String> KEEPS_NOTHING = List.of("redis-components.cache.caches.shop.ttl=1ms",
			"redis-components.cache.caches.shop.null-ttl=1ms", "redis-components.cache.caches.shop.stale-window=0",
			"redis-components.cache.caches.shop-type.ttl=1ms",
			"redis-components.cache.caches.shop-type.stale-window=0");

	private final List<GuideClient> clients = new ArrayList<>();

	private final TargetOptions options;

	private final @Nullable OwnInstances own;

	private final Stage stage;

	private Target(TargetOptions options, @Nullable OwnInstances own) throws InterruptedException {
		this.options = options;
		this.own = own;
		this.stage = stage((own != null) ? own.start("guide", options.own, List.of()) : options.instances);
	}

	/**
	 * Finds the instances, or starts them.
	 * @throws UnusableGuideException if one does not answer, or cannot be started
	 */
	static Target open(TargetOptions options) throws InterruptedException {
		if (!options.instances.isEmpty()) {
			return new Target(options, null);
		}
		if (options.application == null) {
			throw new UnusableGuideException("Name running instances with --instances, or the jar with --application");
		}
		OwnInstances own = new OwnInstances(Application.jar(options.application), options.output);
		try {
			return new Target(options, own);
		}
		catch (InterruptedException | RuntimeException ex) {
			own.close();
			throw ex;
		}
	}

	Stage stage() {
		return this.stage;
	}

	/** Instances whose cache keeps nothing, if there are any. */
	Optional<Stage> uncached() throws InterruptedException {
		if (this.own != null) {
			return Optional.of(stage(this.own.start("uncached", this.options.own, KEEPS_NOTHING)));
		}
		return this.options.uncached.isEmpty() ? Optional.empty() : Optional.of(stage(this.options.uncached));
	}

	private Stage stage(List<URI> instances) throws InterruptedException {
		GuideClient client = new GuideClient(instances);
		this.clients.add(client);
		for (int i = 0; i < instances.size(); i++) {
			Reply reply = client.send(i, Call.get("/shop-type/list"));
			if (!reply.done()) {
				throw new UnusableGuideException("There is no city guide at " + instances.get(i) + ": " + reply);
			}
		}
		return new Stage(client, CacheMeter.find(client), this.options.clients, this.options.within,
				!this.options.quiet);
	}

	@Override
	public void close() throws InterruptedException {
		this.clients.forEach(GuideClient::close);
		if (this.own != null) {
			this.own.close();
		}
	}

}
