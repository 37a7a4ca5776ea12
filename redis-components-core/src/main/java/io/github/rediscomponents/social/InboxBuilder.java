// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.social;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

import io.github.rediscomponents.support.Utf8;

/**
 * Builds the inbox of a reader out of the outboxes of all users that the reader follows:
 * the newest items of all, exactly, by reading on in those outboxes only whose last item
 * that was read is among the newest.
 *
 * <p>
 * Posts are delivered into the inbox from the moment it is open, before the first outbox
 * is read, so none can be missed; what was deleted between reading and filling is looked
 * for afterwards, and taken out.
 */
final class InboxBuilder {

	private static final int AUTHORS_PER_FLUSH = 200;

	private static final int ITEMS_PER_AUTHOR = 50;

	private final Outboxes outboxes;

	private final Inboxes inboxes;

	InboxBuilder(Outboxes outboxes, Inboxes inboxes) {
		this.outboxes = outboxes;
		this.inboxes = inboxes;
	}

	/** How many items it has. */
	int build(String reader, FeedSettings settings) {
		List<String> authors = this.inboxes.open(reader, settings.inactiveAfter());
		List<byte[]> marks = new ArrayList<>();
		TreeSet<String> newest = newest(authors, settings.maxItems(), marks);
		List<byte[]> all = new ArrayList<>(marks);
		newest.forEach((item) -> all.add(FeedItems.bytes(item)));
		this.inboxes.fill(reader, all, settings.maxItems());
		removeDeleted(reader, newest);
		this.inboxes.ready(reader, settings.maxItems());
		return newest.size();
	}

	private TreeSet<String> newest(List<String> authors, int maxItems, List<byte[]> marks) {
		TreeSet<String> newest = new TreeSet<>(FeedItems.NEWEST_FIRST);
		Map<String, byte[]> reading = new LinkedHashMap<>();
		authors.forEach((author) -> reading.put(author, new byte[0]));
		int perAuthor = Math.min(ITEMS_PER_AUTHOR, maxItems);
		while (!reading.isEmpty()) {
			Map<String, byte[]> last = read(reading, perAuthor, newest, marks);
			while (newest.size() > maxItems) {
				newest.pollLast();
			}
			reading.clear();
			last.forEach((author, item) -> {
				if (newest.contains(FeedItems.text(item))) {
					reading.put(author, item);
				}
			});
		}
		return newest;
	}

	/** The last item of each outbox that may have more. */
	private Map<String, byte[]> read(Map<String, byte[]> bounds, int limit, TreeSet<String> into, List<byte[]> marks) {
		Map<String, byte[]> last = new LinkedHashMap<>();
		List<String> authors = List.copyOf(bounds.keySet());
		for (int from = 0; from < authors.size(); from += AUTHORS_PER_FLUSH) {
			List<String> some = authors.subList(from, Math.min(authors.size(), from + AUTHORS_PER_FLUSH));
			List<List<Object>> replies = this.outboxes.read(some,
					some.stream().map((author) -> bounds.getOrDefault(author, new byte[0])).toList(), limit);
			for (int i = 0; i < some.size(); i++) {
				List<Object> reply = replies.get(i);
				if (Utf8.number(reply.get(0)) == 1) {
					marks.add(Inboxes.markOf(some.get(i)));
				}
				else {
					reply.subList(1, reply.size()).forEach((item) -> into.add(FeedItems.text(item)));
					if (reply.size() - 1 == limit) {
						last.put(some.get(i), (byte[]) reply.get(limit));
					}
				}
			}
		}
		return last;
	}

	private void removeDeleted(String reader, TreeSet<String> items) {
		Map<String, List<byte[]>> byAuthor = new LinkedHashMap<>();
		items.forEach((item) -> byAuthor.computeIfAbsent(FeedItems.parse(item).author(), (author) -> new ArrayList<>())
			.add(FeedItems.bytes(item)));
		List<String> authors = List.copyOf(byAuthor.keySet());
		for (int from = 0; from < authors.size(); from += AUTHORS_PER_FLUSH) {
			List<String> some = authors.subList(from, Math.min(authors.size(), from + AUTHORS_PER_FLUSH));
			this.inboxes.remove(reader, this.outboxes.missing(some,
					some.stream().map((author) -> byAuthor.getOrDefault(author, List.of())).toList()));
		}
	}

}
