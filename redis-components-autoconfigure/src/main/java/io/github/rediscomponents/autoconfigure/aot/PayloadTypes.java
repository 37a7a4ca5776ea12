// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.aot;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.LinkedHashSet;
import java.util.Set;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.cache.annotation.CachePut;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;

import io.github.rediscomponents.cache.spring.CacheableBatch;
import io.github.rediscomponents.queue.QueueListener;

/**
 * The types that a class has the components write and read: the type arguments of the
 * components in its fields, constructors and methods, the messages of its listeners, and
 * the values of its cached methods.
 */
final class PayloadTypes {

	private static final Logger logger = LoggerFactory.getLogger(PayloadTypes.class);

	private static final String OURS = "io.github.rediscomponents.";

	private final Class<?> owner;

	private final Set<Class<?>> found = new LinkedHashSet<>();

	private PayloadTypes(Class<?> owner) {
		this.owner = owner;
	}

	static Set<Class<?>> of(Class<?> owner) {
		PayloadTypes types = new PayloadTypes(owner);
		for (Class<?> at = owner; at != null && at != Object.class; at = at.getSuperclass()) {
			Class<?> declaring = at;
			types.ifPresent(() -> types.addMembers(declaring));
		}
		return types.found;
	}

	private void addMembers(Class<?> type) {
		for (Field field : type.getDeclaredFields()) {
			ifPresent(() -> addArguments(resolved(field.getGenericType())));
		}
		for (Constructor<?> constructor : type.getDeclaredConstructors()) {
			ifPresent(() -> addArguments(constructor.getGenericParameterTypes()));
		}
		for (Method method : type.getDeclaredMethods()) {
			ifPresent(() -> {
				addArguments(method.getGenericParameterTypes());
				addArguments(resolved(method.getGenericReturnType()));
				addAnnotated(method);
			});
		}
	}

	private void ifPresent(Runnable member) {
		try {
			member.run();
		}
		catch (TypeNotPresentException | LinkageError ex) {
			logger.debug("A member of {} has a type of an optional library that is not present", this.owner, ex);
		}
	}

	private void addAnnotated(Method method) {
		MergedAnnotations annotations = MergedAnnotations.from(method, SearchStrategy.TYPE_HIERARCHY);
		if (annotations.isPresent(QueueListener.class)) {
			for (Type parameter : method.getGenericParameterTypes()) {
				add(resolved(parameter));
			}
		}
		if (annotations.isPresent(Cacheable.class) || annotations.isPresent(CachePut.class)
				|| annotations.isPresent(CacheableBatch.class)) {
			add(resolved(method.getGenericReturnType()));
		}
	}

	private ResolvableType resolved(Type type) {
		return ResolvableType.forType(type, ResolvableType.forClass(this.owner));
	}

	private void addArguments(Type[] types) {
		for (Type type : types) {
			addArguments(resolved(type));
		}
	}

	/** A variable that the class leaves open says nothing. */
	private void addArguments(ResolvableType type) {
		if (!type.hasUnresolvableGenerics()) {
			boolean ours = type.toClass().getName().startsWith(OURS);
			for (ResolvableType argument : type.getGenerics()) {
				if (ours) {
					add(argument);
				}
				addArguments(argument);
			}
		}
	}

	private void add(ResolvableType type) {
		Class<?> raw = type.isArray() ? type.getComponentType().resolve() : type.resolve();
		if (raw != null && !type.hasUnresolvableGenerics()) {
			if (!raw.isPrimitive() && !raw.getName().startsWith("java.")) {
				this.found.add(raw);
			}
			for (ResolvableType argument : type.getGenerics()) {
				add(argument);
			}
		}
	}

}
