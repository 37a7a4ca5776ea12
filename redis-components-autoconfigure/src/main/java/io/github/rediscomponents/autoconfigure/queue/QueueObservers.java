package io.github.rediscomponents.autoconfigure.queue;

import java.util.List;

import io.github.rediscomponents.queue.QueueObserver;
import io.github.rediscomponents.queue.Settlement;

/**
 * All observers of an application as one: its own and the meters.
 *
 * @param all the observers
 */
record QueueObservers(List<QueueObserver> all) implements QueueObserver {

	@Override
	public void published(Source queue, int added, int duplicates) {
		this.all.forEach((one) -> one.published(queue, added, duplicates));
	}

	@Override
	public void refused(Source queue, int messages) {
		this.all.forEach((one) -> one.refused(queue, messages));
	}

	@Override
	public void delivered(Source queue, String group) {
		this.all.forEach((one) -> one.delivered(queue, group));
	}

	@Override
	public void handled(Source queue, String group, long nanos, boolean failed) {
		this.all.forEach((one) -> one.handled(queue, group, nanos, failed));
	}

	@Override
	public void settled(Source queue, String group, Settlement settlement, int messages) {
		this.all.forEach((one) -> one.settled(queue, group, settlement, messages));
	}

}
