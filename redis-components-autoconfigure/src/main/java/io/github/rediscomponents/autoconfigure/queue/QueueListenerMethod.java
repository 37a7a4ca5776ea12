package io.github.rediscomponents.autoconfigure.queue;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;

import org.jspecify.annotations.Nullable;

import org.springframework.aop.support.AopUtils;
import org.springframework.core.BridgeMethodResolver;
import org.springframework.core.MethodParameter;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

import io.github.rediscomponents.autoconfigure.annotation.AnnotatedMethod;
import io.github.rediscomponents.queue.Delivery;

/**
 * A listener's method, called through its bean's proxy.
 *
 * @param bean the bean
 * @param method the method of the bean or its proxy
 * @param payload the type of the message
 * @param roles for each parameter whether it is the delivery
 */
record QueueListenerMethod(Object bean, Method method, ResolvableType payload, boolean[] roles) {

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
		Class<?> type = AopUtils.getTargetClass(bean);
		boolean[] roles = new boolean[method.getParameterCount()];
		ResolvableType message = null;
		ResolvableType delivered = null;
		for (int i = 0; i < roles.length; i++) {
			ResolvableType parameter = ResolvableType.forMethodParameter(new MethodParameter(method, i), type(type));
			roles[i] = parameter.resolve(Object.class) == Delivery.class;
			if (roles[i]) {
				on.check(delivered == null, "must have one Delivery parameter at most");
				delivered = parameter.getGeneric(0);
			}
			else {
				on.check(message == null, "must have one parameter for the message at most, and one Delivery");
				message = parameter;
			}
		}
		return new QueueListenerMethod(bean, invocable(on, bean), payload(on, message, delivered), roles);
	}

	private static ResolvableType type(Class<?> type) {
		return ResolvableType.forClass(ClassUtils.getUserClass(type));
	}

	private static boolean isAsync(Method method) {
		return MergedAnnotations.from(method, SearchStrategy.TYPE_HIERARCHY).isPresent(ASYNC)
				|| MergedAnnotations.from(method.getDeclaringClass(), SearchStrategy.TYPE_HIERARCHY).isPresent(ASYNC);
	}

	private static ResolvableType payload(AnnotatedMethod on, @Nullable ResolvableType message,
			@Nullable ResolvableType delivered) {
		on.check(message != null || delivered != null,
				"must have a parameter for the message, for its Delivery, or for both");
		ResolvableType payload = (message != null) ? message : delivered;
		if (payload == null || payload.resolve() == null) {
			throw on.refuse("must say the type of the message, such as Delivery<Order>", null);
		}
		on.check(
				message == null || delivered == null || delivered.resolve() == null
						|| delivered.getType().equals(message.getType()),
				"has a message and a Delivery of different types");
		return payload;
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
	 * How the messages are read: as what the parameter says, or what the queue says if
	 * that is more exact.
	 */
	Type readAs(AnnotatedMethod on, String queue, @Nullable Class<?> declared) {
		if (declared == null) {
			return this.payload.getType();
		}
		Class<?> own = ClassUtils.resolvePrimitiveIfNecessary(this.payload.resolve(Object.class));
		on.check(own.isAssignableFrom(declared),
				"takes " + this.payload + ", but queue '" + queue + "' is declared to have " + declared.getName());
		return (own == declared) ? this.payload.getType() : declared;
	}

	void call(Delivery<Object> delivery) throws Exception {
		Object[] arguments = new Object[this.roles.length];
		for (int i = 0; i < arguments.length; i++) {
			arguments[i] = this.roles[i] ? delivery : delivery.value();
		}
		try {
			this.method.invoke(this.bean, arguments);
		}
		catch (InvocationTargetException ex) {
			ReflectionUtils.rethrowException(ex.getTargetException());
		}
	}

}
