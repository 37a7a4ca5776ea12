package io.github.rediscomponents.social;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * A part of a feed.
 *
 * @param items the newest first
 * @param next where the following part begins; null if there was none
 */
public record FeedPage(List<FeedItem> items, @Nullable FeedPosition next) {

	public FeedPage {
		items = List.copyOf(items);
	}

}
