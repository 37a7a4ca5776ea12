// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.queue;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;

import org.springframework.aop.framework.autoproxy.AutoProxyUtils;
import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;

import io.github.rediscomponents.autoconfigure.annotation.AnnotatedMethod;
import io.github.rediscomponents.autoconfigure.annotation.Candidates;
import io.github.rediscomponents.queue.QueueListener;
import io.github.rediscomponents.queue.QueueSubscription;

/**
 * Finds the methods with {@link QueueListener}. Fails the start if one of them cannot be
 * a listener.
 */
final class QueueListeners {

	private final ConfigurableListableBeanFactory beans;

	private final QueueSources sources;

	private final List<QueueListenerEndpoint> found = new ArrayList<>();

	private final Map<QueueListenerEndpoint, QueueSubscription> subscribed = new ConcurrentHashMap<>();

	QueueListeners(ConfigurableListableBeanFactory beans, QueueSources sources) {
		this.beans = beans;
		this.sources = sources;
	}

	/** Finds the annotated methods of all beans. */
	void find() {
		for (String name : this.beans.getBeanNamesForType(Object.class, true, false)) {
			Class<?> type = ScopedProxyUtils.isScopedTarget(name) ? null : type(name);
			if (type != null && Candidates.mayCarry(type, QueueListener.class)) {
				Map<Method, QueueListener> methods = MethodIntrospector.selectMethods(type,
						(MethodIntrospector.MetadataLookup<QueueListener>) QueueListeners::listener);
				methods.forEach((method, listener) -> add(name, method, listener));
			}
		}
	}

	private @Nullable Class<?> type(String bean) {
		Class<?> type = AutoProxyUtils.determineTargetClass(this.beans, bean);
		return (type != null && Proxy.isProxyClass(type) && this.beans.containsSingleton(bean))
				? AopUtils.getTargetClass(this.beans.getBean(bean)) : type;
	}

	private static @Nullable QueueListener listener(Method method) {
		MergedAnnotation<QueueListener> annotation = MergedAnnotations.from(method, SearchStrategy.TYPE_HIERARCHY)
			.get(QueueListener.class);
		return annotation.isPresent() ? annotation.synthesize() : null;
	}

	private void add(String bean, Method method, QueueListener listener) {
		AnnotatedMethod on = new AnnotatedMethod(QueueListener.class, method, method, this.beans::resolveEmbeddedValue);
		on.check(this.beans.isSingleton(bean), "cannot work, because the bean '" + bean + "' is not a singleton");
		QueueListenerMethod invoked = QueueListenerMethod.of(on, this.beans.getBean(bean));
		this.found.add(QueueListenerEndpoint.of(on, listener, invoked, this.sources.all(), this.beans));
	}

	/** Subscribes all methods that were found. */
	void listen() {
		if (this.found.isEmpty()) {
			return;
		}
		ListenerCalls calls = this.beans.getBeanProvider(ListenerCalls.class).getIfAvailable(() -> ListenerCalls.PLAIN);
		this.found.forEach((listener) -> this.subscribed.put(listener, listener.listen(calls)));
	}

	/**
	 * Forgets the subscriptions.
	 * @param ended the sources whose consumers have been stopped
	 * @return those of other sources, which are still running
	 */
	List<QueueSubscription> endSubscriptions(List<QueueSource> ended) {
		List<QueueSubscription> running = this.subscribed.entrySet()
			.stream()
			.filter((one) -> !ended.contains(one.getKey().source()))
			.map(Map.Entry::getValue)
			.toList();
		this.subscribed.clear();
		return running;
	}

}
