package io.github.rediscomponents.autoconfigure.autocomplete;

import org.springframework.core.env.Environment;

import io.github.rediscomponents.autoconfigure.DeclaredBeanRegistrar;
import io.github.rediscomponents.autocomplete.RecentList;

/**
 * Registers a bean for each list of {@code redis-components.recent-list.lists}:
 * {@code contacts} becomes {@code contactsRecentList}.
 */
final class RecentListRegistrar extends DeclaredBeanRegistrar<RecentListEntryProperties> {

	RecentListRegistrar(Environment environment) {
		super(environment, RecentListProperties.PREFIX + ".lists", RecentListEntryProperties.class, RecentList.class);
	}

}
