// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.autocomplete;

import java.util.UUID;

import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.annotation.Configuration;

import io.github.rediscomponents.autocomplete.IndexEntry;
import io.github.rediscomponents.autocomplete.PrefixIndex;
import io.github.rediscomponents.autocomplete.PrefixIndexes;
import io.github.rediscomponents.autoconfigure.TestContexts;
import io.github.rediscomponents.autoconfigure.refresh.RedisComponentsRefresher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Prefix indexes as beans.
 */
class PrefixIndexBeansTests {

	private final String prefix = "redis-components.key-prefix=" + UUID.randomUUID();

	/** The first connection of a busy machine takes its time. */
	@Test
	void areMadeOfEachDeclarationWithTheTypeOfTheInjectionPointOrTheirOwn() {
		TestContexts.connected()
			.withPropertyValues(this.prefix, "redis-components.prefix-index.indexes.shops.accents=ignore",
					"redis-components.prefix-index.indexes.old-towns.type=" + Town.class.getName())
			.withUserConfiguration(Application.class)
			.run((context) -> {
				Application application = context.getBean(Application.class);
				application.shopsPrefixIndex.put(new IndexEntry<>("1", "Café", 1, new Shop("here")));
				application.oldTownsPrefixIndex.put(new IndexEntry<>("1", "Łódź", 1, new Town(5)));
				assertThat(application.shopsPrefixIndex.complete("cafe", 5)).extracting(IndexEntry::payload)
					.containsExactly(new Shop("here"));
				assertThat(application.oldTownsPrefixIndex.complete("łó", 5)).extracting(IndexEntry::payload)
					.containsExactly(new Town(5));
			});
		TestContexts.connected()
			.withPropertyValues("redis-components.prefix-index.enabled=false",
					"redis-components.prefix-index.indexes.shops.accents=ignore")
			.run((context) -> assertThat(context).hasNotFailed()
				.doesNotHaveBean(PrefixIndexes.class)
				.doesNotHaveBean("shopsPrefixIndex"));
	}

	@Test
	void takeOverAChangedLimitAndKeepTheirAccents() {
		TestContexts.connected()
			.withPropertyValues(this.prefix, "redis-components.prefix-index.indexes.shops.type=java.lang.String")
			.run((context) -> {
				@SuppressWarnings("unchecked")
				PrefixIndex<String> shops = context.getBean("shopsPrefixIndex", PrefixIndex.class);
				shops.put(new IndexEntry<>("1", "Café", 1, "four"));
				RedisComponentsRefresher refresher = context.getBean(RedisComponentsRefresher.class);
				TestContexts.change(context, "redis-components.prefix-index.indexes.shops.max-payload", "1MB");
				assertThat(refresher.refresh().refused()).singleElement()
					.asString()
					.contains("redis-components.prefix-index.indexes.shops.max-payload");
				TestContexts.change(context, "redis-components.prefix-index.indexes.shops.max-payload", "3B");
				TestContexts.change(context, "redis-components.prefix-index.indexes.shops.accents", "ignore");
				RedisComponentsRefresher.Refresh refresh = refresher.refresh();
				assertThat(refresh.changed()).containsExactly("redis-components.prefix-index");
				assertThat(refresh.waitingForRestart())
					.containsExactly("redis-components.prefix-index.indexes.shops.accents");
				assertThatIllegalArgumentException()
					.isThrownBy(() -> shops.put(new IndexEntry<>("2", "Bar", 1, "four")));
				assertThat(shops.complete("caf", 1)).hasSize(1);
			});
	}

	@Configuration(proxyBeanMethods = false)
	static class Application {

		@Autowired
		PrefixIndex<Shop> shopsPrefixIndex;

		@Autowired
		PrefixIndex<Town> oldTownsPrefixIndex;

	}

	/** A payload. */
	public record Shop(String place) {
	}

	/** A payload. */
	public record Town(int age) {
	}

}
