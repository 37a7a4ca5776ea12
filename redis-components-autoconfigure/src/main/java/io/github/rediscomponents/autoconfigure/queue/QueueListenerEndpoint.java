// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.queue;

import java.lang.reflect.Type;
import java.util.List;
import java.util.TreeSet;

import org.jspecify.annotations.Nullable;

import org.springframework.beans.BeansException;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

import io.github.rediscomponents.autoconfigure.annotation.AnnotatedMethod;
import io.github.rediscomponents.queue.DeadLetterException;
import io.github.rediscomponents.queue.Delivery;
import io.github.rediscomponents.queue.OnFailure;
import io.github.rediscomponents.queue.QueueErrorHandler;
import io.github.rediscomponents.queue.QueueKind;
import io.github.rediscomponents.queue.QueueListener;
import io.github.rediscomponents.queue.QueueSubscription;
import io.github.rediscomponents.queue.SubscribeOptions;
import io.github.rediscomponents.support.Thrown;

/**
 * A validated listener.
 *
 * @param source the queues of the listener's kind
 * @param queue the name of the queue
 * @param type the type of the messages
 * @param options concurrency, prefetch and group
 * @param method the method that handles messages
 * @param errors the handler of failures, null to retry each of them
 */
record QueueListenerEndpoint(QueueSource source, String queue, Type type, SubscribeOptions options,
		QueueListenerMethod method, @Nullable QueueErrorHandler errors) {

	private static final int LEAST_PREFETCH = 10;

	static QueueListenerEndpoint of(AnnotatedMethod on, QueueListener listener, QueueListenerMethod method,
			List<QueueSource> sources, ConfigurableListableBeanFactory beans) {
		String queue = on.text("queue", listener.queue());
		on.check(!queue.isEmpty(), "must name a queue");
		QueueSource source = source(on, listener.kind(), queue, sources);
		SubscribeOptions options = options(on, listener);
		on.checked(() -> {
			source.check(queue, options);
			return queue;
		});
		return new QueueListenerEndpoint(source, queue, method.readAs(on, queue, source.type(queue)), options, method,
				errors(on, on.text("errorHandler", listener.errorHandler()), beans));
	}

	private static QueueSource source(AnnotatedMethod on, QueueKind kind, String queue, List<QueueSource> sources) {
		List<QueueSource> having = sources.stream()
			.filter((source) -> (kind == QueueKind.ANY || source.kind() == kind) && source.names().contains(queue))
			.toList();
		if (having.isEmpty()) {
			TreeSet<String> known = new TreeSet<>();
			sources
				.forEach((source) -> source.names().forEach((name) -> known.add(source.prefix() + ".queues." + name)));
			throw on.refuse(
					"names queue '" + queue + "', which is not declared"
							+ ((kind != QueueKind.ANY) ? " as " + kind : "") + "; there are " + known,
					"Declare the queue under redis-components.task-queue.queues, redis-components.delay-queue.queues"
							+ " or redis-components.stream-queue.queues, and keep these enabled.",
					null);
		}
		on.check(having.size() == 1, "names queue '" + queue + "', which is declared as "
				+ having.stream().map(QueueSource::kind).toList() + "; set kind");
		return having.get(0);
	}

	private static SubscribeOptions options(AnnotatedMethod on, QueueListener listener) {
		int concurrency = number(on, "concurrency", listener.concurrency(), 1);
		int prefetch = number(on, "prefetch", listener.prefetch(), Math.max(LEAST_PREFETCH, concurrency));
		String group = on.text("group", listener.group());
		return on.checked(() -> new SubscribeOptions(concurrency, prefetch, group.isEmpty() ? null : group));
	}

	private static int number(AnnotatedMethod on, String attribute, String value, int fallback) {
		String text = on.text(attribute, value);
		if (text.isEmpty()) {
			return fallback;
		}
		try {
			return Integer.parseInt(text);
		}
		catch (NumberFormatException ex) {
			throw on.refuse(attribute + " must be a number, was '" + text + "'", ex);
		}
	}

	private static @Nullable QueueErrorHandler errors(AnnotatedMethod on, String name,
			ConfigurableListableBeanFactory beans) {
		try {
			return name.isEmpty() ? beans.getBeanProvider(QueueErrorHandler.class).getIfAvailable()
					: beans.getBean(name, QueueErrorHandler.class);
		}
		catch (BeansException ex) {
			throw on.refuse("has no error handler: " + ex.getMessage(), "Name one QueueErrorHandler bean.", ex);
		}
	}

	/** Returns the group of consumers, by the present settings of the queue. */
	String group() {
		String own = this.options.group();
		return (own != null) ? own : this.source.settings(this.queue).group();
	}

	QueueSubscription listen(ListenerCalls calls) {
		return this.source.subscribe(this.queue, this.type, (delivery) -> calls.handle(this, delivery), this.options);
	}

	void handle(Delivery<Object> delivery) throws Exception {
		try {
			this.method.call(delivery);
		}
		catch (DeadLetterException ex) {
			throw ex;
		}
		catch (Exception ex) {
			decide(delivery, ex);
		}
	}

	private void decide(Delivery<Object> delivery, Exception failure) throws Exception {
		OnFailure decision = (this.errors != null) ? this.errors.onFailure(delivery, failure) : OnFailure.RETRY;
		switch (decision) {
			case RETRY -> throw failure;
			case DEAD_LETTER -> throw new DeadLetterException(Thrown.text(failure), failure);
			case ACKNOWLEDGE -> {
			}
		}
	}

}
