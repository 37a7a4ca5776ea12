// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.autocomplete;

import java.util.Map;
import java.util.UUID;

import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.MapPropertySource;

import io.github.rediscomponents.autocomplete.RecentList;
import io.github.rediscomponents.autocomplete.RecentLists;
import io.github.rediscomponents.autoconfigure.TestContexts;
import io.github.rediscomponents.autoconfigure.refresh.RedisComponentsRefresher;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Recent lists as beans.
 */
class RecentListBeansTests {

	private final String prefix = "redis-components.key-prefix=" + UUID.randomUUID();

	/** The first connection of a busy machine takes its time. */
	@Test
	void areMadeOfEachDeclaration() {
		TestContexts.connected()
			.withPropertyValues(this.prefix, "redis-components.recent-list.lists.contacts.length=2",
					"redis-components.recent-list.lists.last-searches.ttl=1h")
			.withUserConfiguration(Application.class)
			.run((context) -> {
				Application application = context.getBean(Application.class);
				application.contactsRecentList.touch("me", "Anna");
				application.lastSearchesRecentList.touch("me", "Rose");
				assertThat(application.contactsRecentList.complete("me", "a", 5)).containsExactly("Anna");
				assertThat(application.lastSearchesRecentList.newest("me", 5)).containsExactly("Rose");
				assertThat(context).getBeans(RecentList.class).hasSize(2);
			});
		TestContexts.connected()
			.withPropertyValues("redis-components.recent-list.enabled=false",
					"redis-components.recent-list.lists.contacts.length=2")
			.run((context) -> assertThat(context).hasNotFailed()
				.doesNotHaveBean(RecentLists.class)
				.doesNotHaveBean(RecentList.class));
	}

	@Test
	void takeOverAChangedLength() {
		TestContexts.connected()
			.withPropertyValues(this.prefix, "redis-components.recent-list.lists.contacts.length=5")
			.run((context) -> {
				RecentList contacts = context.getBean("contactsRecentList", RecentList.class);
				contacts.touchAll("me", java.util.List.of("a", "b", "c"));
				RedisComponentsRefresher refresher = context.getBean(RedisComponentsRefresher.class);
				TestContexts.change(context, "redis-components.recent-list.lists.contacts.length", "0");
				assertThat(refresher.refresh().refused()).singleElement()
					.asString()
					.contains("redis-components.recent-list.lists.contacts.length");
				TestContexts.change(context, "redis-components.recent-list.lists.contacts.length", "2");
				assertThat(refresher.refresh().changed()).containsExactly("redis-components.recent-list");
				contacts.touch("me", "d");
				assertThat(contacts.newest("me", 5)).containsExactly("d", "c");
			});
	}

	@Test
	void stopTheStartWhereAColonWouldMixUpOwners() {
		Map<String, Object> declared = Map.of("redis-components.recent-list.lists[a:b].length", "5");
		TestContexts.connected()
			.withInitializer((context) -> context.getEnvironment()
				.getPropertySources()
				.addFirst(new MapPropertySource("declared", declared)))
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.hasMessageContaining("redis-components.recent-list.lists.a:b")
				.hasMessageContaining("colon"));
	}

	@Configuration(proxyBeanMethods = false)
	static class Application {

		@Autowired
		RecentList contactsRecentList;

		@Autowired
		RecentList lastSearchesRecentList;

	}

}
