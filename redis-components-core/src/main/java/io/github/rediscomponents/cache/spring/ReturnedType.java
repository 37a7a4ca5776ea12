// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.spring;

import java.io.Serializable;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

import org.jspecify.annotations.Nullable;

import org.springframework.core.GenericTypeResolver;
import org.springframework.core.ReactiveAdapter;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.core.ResolvableType;
import org.springframework.util.ClassUtils;

/**
 * The type of the values that a method gives to its cache.
 */
final class ReturnedType {

	/** Types that say nothing about how their values are read. */
	private static final Set<Class<?>> VAGUE = Set.of(Object.class, Serializable.class, Comparable.class,
			Cloneable.class, CharSequence.class, Number.class, Record.class, Enum.class);

	private ReturnedType() {
	}

	/**
	 * Returns the type, out of what Spring unwraps: futures, Optional, reactive types; of
	 * a reactive type of many values Spring caches a list.
	 * @return null if the method returns nothing
	 */
	static @Nullable Type of(Method method, Class<?> declaring) {
		Type type = resolved(method, declaring);
		Class<?> raw = raw(type);
		if (raw == void.class || raw == Void.class) {
			return null;
		}
		if (raw == CompletableFuture.class) {
			return boxed(argument(type, 0));
		}
		if (raw == Optional.class) {
			return argument(type, 0);
		}
		ReactiveAdapter adapter = (raw != Object.class) ? ReactiveAdapterRegistry.getSharedInstance().getAdapter(raw)
				: null;
		if (adapter == null || adapter.isNoValue()) {
			return boxed(type);
		}
		Type value = argument(type, 0);
		return adapter.isMultiValue() ? list(value) : boxed(value);
	}

	/**
	 * Returns the type of the elements of a method that returns a map or a list.
	 */
	static Type ofBatch(Method method, Class<?> declaring) {
		Type type = resolved(method, declaring);
		return argument(type, Map.class.isAssignableFrom(raw(type)) ? 1 : 0);
	}

	/**
	 * Returns whether values can be read by a type alone.
	 */
	static boolean isKnown(Type type) {
		if (type instanceof Class<?> one) {
			return one.isArray() ? isKnown(one.getComponentType())
					: !VAGUE.contains(one) && one.getTypeParameters().length == 0;
		}
		if (type instanceof ParameterizedType generic) {
			return Arrays.stream(generic.getActualTypeArguments())
				.allMatch((argument) -> argument == Object.class || isKnown(argument));
		}
		if (type instanceof GenericArrayType array) {
			return isKnown(array.getGenericComponentType());
		}
		return type instanceof WildcardType wildcard && wildcard.getLowerBounds().length == 0
				&& isKnown(wildcard.getUpperBounds()[0]);
	}

	private static Type resolved(Method method, Class<?> declaring) {
		Type type = method.getGenericReturnType();
		// Types without variables stay as they are, equal to those of a TypeRef.
		return isPlain(type) ? type : GenericTypeResolver.resolveType(type, declaring);
	}

	private static boolean isPlain(Type type) {
		if (type instanceof ParameterizedType generic) {
			return Arrays.stream(generic.getActualTypeArguments()).allMatch(ReturnedType::isPlain);
		}
		return type instanceof Class<?>
				|| (type instanceof GenericArrayType array && isPlain(array.getGenericComponentType()))
				|| (type instanceof WildcardType wildcard
						&& Arrays.stream(wildcard.getUpperBounds()).allMatch(ReturnedType::isPlain));
	}

	private static Class<?> raw(Type type) {
		return ResolvableType.forType(type).toClass();
	}

	private static Type argument(Type type, int index) {
		return (type instanceof ParameterizedType generic && generic.getActualTypeArguments().length > index)
				? generic.getActualTypeArguments()[index] : Object.class;
	}

	private static Type list(Type element) {
		return ResolvableType.forClassWithGenerics(List.class, ResolvableType.forType(element)).getType();
	}

	private static Type boxed(Type type) {
		return (type instanceof Class<?> one) ? ClassUtils.resolvePrimitiveIfNecessary(one) : type;
	}

}
