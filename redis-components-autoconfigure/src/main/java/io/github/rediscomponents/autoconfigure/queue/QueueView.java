// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.queue;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.Page;
import io.github.rediscomponents.autoconfigure.observability.RoomView;
import io.github.rediscomponents.queue.DeadLetter;
import io.github.rediscomponents.queue.DeadLetters;
import io.github.rediscomponents.queue.GroupStats;
import io.github.rediscomponents.queue.PendingMessage;
import io.github.rediscomponents.queue.QueueActivity;
import io.github.rediscomponents.queue.QueueKind;
import io.github.rediscomponents.queue.QueueStats;
import io.github.rediscomponents.queue.TrimPolicy;
import io.github.rediscomponents.queue.WorkQueueSettings;
import io.github.rediscomponents.support.Checks;

/**
 * Shows the declared queues of one kind, without their messages. Offers the actions to
 * pause and resume a queue, to redrive dead letters, to purge a queue, to remove a group,
 * and to cancel or reschedule a waiting task.
 */
final class QueueView implements RoomView {

	private static final int LETTERS = 20;

	private static final Pattern LETTER_ID = Pattern.compile("\\d{1,18}-\\d{1,18}");

	private final String room;

	private final QueueSource queues;

	private final QueueLooks looks;

	private final HiddenQueues hidden = new HiddenQueues();

	QueueView(String room, @Nullable QueueSource queues) {
		this.room = room;
		this.queues = Checks.notNull("queues", queues);
		this.looks = new QueueLooks(this.queues);
	}

	@Override
	public String room() {
		return this.room;
	}

	@Override
	public Map<String, Object> overview() {
		Map<String, Object> declared = new LinkedHashMap<>();
		new TreeSet<>(this.queues.names()).forEach((name) -> declared.put(name, settings(this.queues.settings(name))));
		Map<String, Object> all = new LinkedHashMap<>();
		all.put("queues", declared);
		all.put("consuming", this.queues.activity().stream().map(QueueView::consuming).toList());
		return all;
	}

	@Override
	public Map<String, Object> report() {
		Map<String, Object> declared = new LinkedHashMap<>();
		this.queues.names().forEach((name) -> declared.put(name, settings(this.queues.settings(name))));
		return new QueueReport(this.queues, this.looks, this.hidden).report(declared);
	}

	@Override
	public Map<String, Object> merge(Map<String, Map<String, Object>> reports) {
		return new QueueReport(this.queues, this.looks, this.hidden).merge(reports);
	}

	@Override
	public long reads() {
		return this.looks.scripts();
	}

	@Override
	public @Nullable Map<String, Object> find(String name) {
		if (!this.queues.names().contains(name)) {
			return null;
		}
		QueueLook look = this.looks.read(name);
		QueueStats stats = look.stats();
		Map<String, Object> shown = new LinkedHashMap<>(look.details());
		shown.put("depth", stats.depth());
		shown.put("lag", stats.lag());
		shown.put("pending", stats.pending());
		shown.put("retrying", stats.retrying());
		shown.put("oldest", stats.oldest().toString());
		shown.put("consumers", stats.consumers());
		if (!look.groups().isEmpty()) {
			shown.put("groups", look.groups().stream().map((group) -> group(group, Duration::toString)).toList());
		}
		shown.put("deadLetters", stats.deadLetters());
		shown.put("droppedDeadLetters", stats.droppedDeadLetters());
		shown.put("paused", stats.paused());
		shown.put("oldestDeadLetters", (stats.deadLetters() > 0)
				? this.queues.deadLetters(name).list(LETTERS).stream().map(QueueView::letter).toList() : List.of());
		return shown;
	}

	@Override
	public Set<String> actions() {
		Set<String> actions = new TreeSet<>(Set.of("pause", "resume", "redrive", "purge", "purge-dead-letters"));
		actions.addAll(this.queues.ownActions());
		if (this.queues.kind() == QueueKind.STREAM) {
			actions.add("remove-group");
		}
		return actions;
	}

	@Override
	public Set<String> lists() {
		Set<String> lists = new TreeSet<>(Set.of("dead-letters", "pending"));
		lists.addAll(this.queues.ownLists());
		return lists;
	}

	@Override
	public @Nullable Map<String, Object> list(String name, String list, @Nullable String cursor) {
		if (!this.queues.names().contains(name) || !lists().contains(list)) {
			return null;
		}
		switch (list) {
			case "dead-letters":
				Page<? extends DeadLetter<?>> letters = this.queues.deadLetters(name).page(cursor, MAX_PAGE);
				return page(letters, QueueView::letter);
			case "pending":
				Page<PendingMessage> pending = this.queues.pending(name, cursor, MAX_PAGE);
				return page(pending, QueueView::pending);
			default:
				return page(this.queues.ownList(list, name, cursor, MAX_PAGE), (item) -> item);
		}
	}

	private static <T> Map<String, Object> page(Page<? extends T> page, Function<T, Map<String, Object>> shown) {
		Map<String, Object> all = new LinkedHashMap<>();
		all.put("items", page.items().stream().map(shown::apply).toList());
		if (page.next() != null) {
			all.put("next", page.next());
		}
		return all;
	}

	@Override
	public @Nullable Map<String, Object> act(String action, String name, @Nullable String id) {
		return act(action, name, id, Map.of());
	}

	@Override
	public @Nullable Map<String, Object> act(String action, String name, @Nullable String id,
			Map<String, Object> arguments) {
		if (!this.queues.names().contains(name)) {
			return null;
		}
		if (this.queues.ownActions().contains(action)) {
			Object value = arguments.get("value");
			return this.queues.ownAction(action, name, id, (value != null) ? String.valueOf(value) : null);
		}
		if (action.equals("pause") || action.equals("resume")) {
			if (id != null) {
				throw new IllegalArgumentException("A queue is paused and resumed as a whole, without an id");
			}
			boolean pause = action.equals("pause");
			return Map.of("changed", this.queues.pause(name, pause), "paused", pause);
		}
		if (action.equals("remove-group")) {
			if (id == null) {
				throw new IllegalArgumentException("id must be the name of a group");
			}
			return Map.of("removed", this.queues.removeGroup(name, id));
		}
		if (id != null && !LETTER_ID.matcher(id).matches()) {
			throw new IllegalArgumentException("id must be that of a dead letter, such as 1763719200000-0");
		}
		DeadLetters<?> letters = this.queues.deadLetters(name);
		switch (action) {
			case "redrive":
				return Map.of("redriven", (id != null) ? (letters.redrive(id) ? 1 : 0) : letters.redriveAll());
			case "purge-dead-letters":
				return Map.of("purged", (id != null) ? (letters.delete(id) ? 1 : 0) : letters.clear());
			default:
				if (id != null) {
					throw new IllegalArgumentException("A queue is purged as a whole, without an id");
				}
				return Map.of("purged", this.queues.purge(name));
		}
	}

	static Map<String, Object> settings(WorkQueueSettings settings) {
		Map<String, Object> shown = new LinkedHashMap<>();
		shown.put("group", settings.group());
		shown.put("retention", label(settings.retention()));
		shown.put("visibility", settings.visibility().toString());
		shown.put("maxDeliveries", settings.maxDeliveries());
		shown.put("backoff", settings.backoff().toString());
		shown.put("maxBackoff", settings.maxBackoff().toString());
		shown.put("maxLength", settings.maxLength());
		shown.put("overflow", label(settings.overflow()));
		shown.put("unreadableRetry", settings.unreadableRetry().toString());
		if (settings.retention() == TrimPolicy.ALL_GROUPS) {
			shown.put("groupTtl", settings.groupTtl().toString());
		}
		return shown;
	}

	private static String label(Enum<?> value) {
		return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
	}

	private static Map<String, Object> consuming(QueueActivity activity) {
		Map<String, Object> shown = new LinkedHashMap<>();
		shown.put("queue", activity.queue().name());
		shown.put("group", activity.group());
		shown.put("consumer", activity.consumer());
		shown.put("inFlight", activity.inFlight());
		return shown;
	}

	static Map<String, Object> group(GroupStats group, Function<Duration, Object> shownAs) {
		Map<String, Object> shown = new LinkedHashMap<>();
		shown.put("group", group.name());
		shown.put("lag", group.lag());
		shown.put("pending", group.pending());
		shown.put("consumers", group.consumers());
		shown.put("idle", shownAs.apply(group.idle()));
		shown.put("oldest", shownAs.apply(group.oldest()));
		return shown;
	}

	private static Map<String, Object> pending(PendingMessage message) {
		Map<String, Object> shown = new LinkedHashMap<>();
		shown.put("id", message.entryId());
		message.consumer().ifPresent((consumer) -> shown.put("consumer", consumer));
		shown.put("idle", message.idle().toString());
		shown.put("attempts", message.attempts());
		message.retryAt().ifPresent((at) -> shown.put("retryAt", at.toString()));
		return shown;
	}

	private static Map<String, Object> letter(DeadLetter<?> letter) {
		Map<String, Object> shown = new LinkedHashMap<>();
		shown.put("id", letter.id());
		shown.put("originalId", letter.originalId());
		letter.messageId().ifPresent((id) -> shown.put("messageId", id));
		shown.put("deliveries", letter.deliveries());
		shown.put("group", letter.group());
		shown.put("publishedAt", letter.publishedAt().toString());
		shown.put("diedAt", letter.diedAt().toString());
		shown.put("error", letter.error());
		if (!letter.trace().isEmpty()) {
			shown.put("trace", letter.trace());
		}
		return shown;
	}

}
