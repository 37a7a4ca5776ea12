// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue.engine;

import io.github.rediscomponents.queue.QueueObserver;
import io.github.rediscomponents.queue.Settlement;

/**
 * Notifies an observer of the events of one queue.
 *
 * @param observer an observer that does not throw
 * @param source the queue
 * @since 1.0.0
 */
public record ObservedQueue(QueueObserver observer, QueueObserver.Source source) {

	ObservedQueue(QueueObserver observer, String kind, String name) {
		this(observer, new QueueObserver.Source(kind, name));
	}

	public void published(int added, int duplicates) {
		this.observer.published(this.source, added, duplicates);
	}

	public void refused(int messages) {
		this.observer.refused(this.source, messages);
	}

	void delivered(String group) {
		this.observer.delivered(this.source, group);
	}

	void handled(String group, long nanos, boolean failed) {
		this.observer.handled(this.source, group, nanos, failed);
	}

	void settled(String group, Settlement settlement, int messages) {
		this.observer.settled(this.source, group, settlement, messages);
	}

	public void dropped(long letters) {
		this.observer.dropped(this.source, letters);
	}

	void disbanded(String group) {
		this.observer.disbanded(this.source, group);
	}

}
