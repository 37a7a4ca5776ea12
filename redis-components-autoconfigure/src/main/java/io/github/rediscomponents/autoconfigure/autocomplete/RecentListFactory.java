package io.github.rediscomponents.autoconfigure.autocomplete;

import io.github.rediscomponents.autocomplete.RecentList;
import io.github.rediscomponents.autocomplete.RecentLists;

/**
 * Makes the beans of the declared recent lists.
 */
final class RecentListFactory {

	private final RecentLists lists;

	RecentListFactory(RecentLists lists) {
		this.lists = lists;
	}

	RecentList declared(String name) {
		return this.lists.list(name);
	}

}
