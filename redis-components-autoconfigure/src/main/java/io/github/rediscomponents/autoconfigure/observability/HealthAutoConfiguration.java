// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.observability;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.AnyNestedCondition;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;

import io.github.rediscomponents.RedisPort;
import io.github.rediscomponents.autoconfigure.ComponentsAutoConfiguration;
import io.github.rediscomponents.autoconfigure.Servers;
import io.github.rediscomponents.autoconfigure.refresh.RedisComponentsRefresher;
import io.github.rediscomponents.cache.CacheClient;
import io.github.rediscomponents.cache.QueuedInvalidations;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.quorum.QuorumLock;
import io.github.rediscomponents.support.HealthDetails;
import io.github.rediscomponents.support.Troubled;
import io.github.rediscomponents.support.Troubles;

/**
 * Auto-configuration of the health of the components, whose indicator is made for the
 * generation of Spring Boot.
 *
 * @since 1.0.0
 */
@AutoConfiguration(after = ComponentsAutoConfiguration.class)
@Conditional(HealthAutoConfiguration.OnHealth.class)
public final class HealthAutoConfiguration {

	@Bean
	HealthDetails redisComponentsHealthDetails(ConfigurableListableBeanFactory beans) {
		UsedBeans<CacheClient> caches = new UsedBeans<>(beans, CacheClient.class);
		return new HealthDetails(() -> details(troubles(beans), caches.byServer(),
				beans.getBeanProvider(RedisComponentsRefresher.class).getIfAvailable()));
	}

	/** Those that are open, by the name of their server. */
	private static Map<String, RedisPort> ports(ConfigurableListableBeanFactory beans) {
		Servers servers = beans.getBeanProvider(Servers.class).getIfAvailable();
		return (servers != null) ? servers.ports() : new UsedBeans<>(beans, RedisPort.class).byServer();
	}

	/** What is unwell by server; locks that do not use its port know it themselves. */
	private static Map<String, Set<Troubles>> troubles(ConfigurableListableBeanFactory beans) {
		Map<String, Set<Troubles>> all = new LinkedHashMap<>();
		ports(beans).forEach((server, port) -> add(all, server, port));
		new UsedBeans<>(beans, DistributedLock.class).byServer().forEach((server, lock) -> add(all, server, lock));
		new UsedBeans<>(beans, QuorumLock.class).existing().forEach((lock) -> add(all, Servers.DEFAULT, lock));
		return all;
	}

	private static void add(Map<String, Set<Troubles>> all, String server, Object component) {
		Set<Troubles> known = all.computeIfAbsent(server, (added) -> new LinkedHashSet<>());
		if (component instanceof Troubled troubled) {
			known.add(troubled.troubles());
		}
	}

	/** The details of a further server stand below its name. */
	private static Map<String, Object> details(Map<String, Set<Troubles>> troubles, Map<String, CacheClient> caches,
			@Nullable RedisComponentsRefresher refresher) {
		Map<String, Object> details = new LinkedHashMap<>();
		Set<String> servers = new LinkedHashSet<>(troubles.keySet());
		servers.addAll(caches.keySet());
		List<Map<String, Object>> degraded = new ArrayList<>(
				(refresher != null) ? Degradations.of(refresher) : List.of());
		for (String server : servers) {
			CacheClient cache = caches.get(server);
			Map<String, Object> own = (cache != null) ? details(cache) : new LinkedHashMap<>();
			List<Map<String, Object>> unwell = Degradations.of(troubles.getOrDefault(server, Set.of()), cache);
			if (server.equals(Servers.DEFAULT)) {
				details.putAll(own);
				degraded.addAll(unwell);
				continue;
			}
			if (!unwell.isEmpty()) {
				own.put("degraded", unwell);
			}
			if (!own.isEmpty()) {
				details.put("server." + server, own);
			}
		}
		if (!degraded.isEmpty()) {
			details.put("degraded", degraded);
		}
		return details;
	}

	private static Map<String, Object> details(CacheClient cache) {
		QueuedInvalidations queued = cache.queuedInvalidations();
		Map<String, Object> details = new LinkedHashMap<>();
		details.put("cache.localLevel", cache.localLevelState().name());
		details.put("cache.localLevels", CacheView.localLevels(cache));
		details.put("cache.queuedInvalidations", queued.count());
		details.put("cache.oldestQueuedInvalidation", queued.oldest().toString());
		return details;
	}

	/** Health has another package in each generation of Spring Boot. */
	static final class OnHealth extends AnyNestedCondition {

		OnHealth() {
			super(ConfigurationPhase.REGISTER_BEAN);
		}

		@ConditionalOnClass(name = "org.springframework.boot.health.contributor.HealthIndicator")
		static class Four {

		}

		@ConditionalOnClass(name = "org.springframework.boot.actuate.health.HealthIndicator")
		static class Three {

		}

	}

}
