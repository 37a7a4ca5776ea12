// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.queue;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;

import org.jspecify.annotations.Nullable;

import org.springframework.aop.support.AopUtils;
import org.springframework.core.BridgeMethodResolver;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

import io.github.rediscomponents.autoconfigure.annotation.AnnotatedMethod;
import io.github.rediscomponents.queue.Delivery;

/**
 * A listener's method, called through the proxy of its bean.
 *
 * @param bean the bean
 * @param method the method of the bean or its proxy
 * @param types the types of the parameters
 */
record QueueListenerMethod(Object bean, Method method, ListenerTypes types) {

	private static final String ASYNC = "org.springframework.scheduling.annotation.Async";

	static QueueListenerMethod of(AnnotatedMethod on, Object bean) {
		Method method = on.method();
		on.check(!Modifier.isPrivate(method.getModifiers()), "cannot work, because the method is private");
		on.check(!Modifier.isStatic(method.getModifiers()), "cannot work, because the method is static");
		on.check(method.getReturnType() == void.class,
				"must return void, because the message is acknowledged when the method returns, and returns "
						+ method.getGenericReturnType().getTypeName());
		on.check(!isAsync(method),
				"must not be @Async, because the message is acknowledged when the method returns; set concurrency");
		on.check(!(AopUtils.isCglibProxy(bean) && Modifier.isFinal(method.getModifiers())),
				"cannot work, because the method is final and the bean's proxy is a subclass");
		return new QueueListenerMethod(bean, invocable(on, bean),
				ListenerTypes.of(on, ClassUtils.getUserClass(AopUtils.getTargetClass(bean))));
	}

	private static boolean isAsync(Method method) {
		return MergedAnnotations.from(method, SearchStrategy.TYPE_HIERARCHY).isPresent(ASYNC)
				|| MergedAnnotations.from(method.getDeclaringClass(), SearchStrategy.TYPE_HIERARCHY).isPresent(ASYNC);
	}

	private static Method invocable(AnnotatedMethod on, Object bean) {
		try {
			Method invocable = AopUtils.selectInvocableMethod(BridgeMethodResolver.findBridgedMethod(on.method()),
					bean.getClass());
			ReflectionUtils.makeAccessible(invocable);
			return invocable;
		}
		catch (IllegalStateException ex) {
			throw on.refuse(
					"cannot work, because the bean's proxy implements interfaces and none of them has the method",
					"Add the method to an interface, or set spring.aop.proxy-target-class to true.", ex);
		}
	}

	/**
	 * Returns the type of the messages: that of the parameter, or the declared type of
	 * the queue if it is more specific.
	 */
	Type readAs(AnnotatedMethod on, String queue, @Nullable Class<?> declared) {
		Type own = this.types.message();
		if (declared == null) {
			return own;
		}
		Class<?> raw = ClassUtils.resolvePrimitiveIfNecessary(ResolvableType.forType(own).resolve(Object.class));
		on.check(raw.isAssignableFrom(declared),
				"takes " + own.getTypeName() + ", but queue '" + queue + "' is declared to have " + declared.getName());
		return (raw == declared) ? own : declared;
	}

	void call(Delivery<Object> delivery) throws Exception {
		boolean[] deliveries = this.types.deliveries();
		Object[] arguments = new Object[deliveries.length];
		for (int i = 0; i < arguments.length; i++) {
			arguments[i] = deliveries[i] ? delivery : delivery.value();
		}
		try {
			this.method.invoke(this.bean, arguments);
		}
		catch (InvocationTargetException ex) {
			ReflectionUtils.rethrowException(ex.getTargetException());
		}
	}

}
