// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.spring;

import java.util.Collection;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * Describes the type of a value: the name of its class, for lists, sets and maps that of
 * their interface with the one type of all elements.
 */
final class Description {

	/** How deep lists may be in lists. */
	static final int MOST_DEPTH = 4;

	private final DescribedTypes types;

	Description(DescribedTypes types) {
		this.types = types;
	}

	String of(Object value) {
		return of(value, 0);
	}

	private String of(Object value, int depth) {
		Class<?> container = DescribedTypes.container(value);
		if (container == null) {
			return ofClass((value instanceof Enum<?> constant) ? constant.getDeclaringClass() : value.getClass());
		}
		if (depth >= MOST_DEPTH) {
			throw new IllegalArgumentException("has more than " + MOST_DEPTH + " levels of collections");
		}
		if (value instanceof Map<?, ?> map) {
			return container.getName() + '<' + ofAll(map.keySet(), depth) + ',' + ofAll(map.values(), depth) + '>';
		}
		return container.getName() + '<' + ofAll((Collection<?>) value, depth) + '>';
	}

	private String ofAll(Collection<?> elements, int depth) {
		String common = null;
		Class<?> last = null;
		for (Object element : elements) {
			if (element == null || (element.getClass() == last && DescribedTypes.container(element) == null)) {
				continue;
			}
			last = element.getClass();
			common = common(common, of(element, depth + 1));
		}
		return (common != null) ? common : Object.class.getName();
	}

	private static String common(@Nullable String common, String next) {
		if (common != null && !common.equals(next)) {
			throw new IllegalArgumentException("has elements of several types, " + common + " and " + next);
		}
		return next;
	}

	private String ofClass(Class<?> type) {
		Class<?> element = type;
		StringBuilder dimensions = new StringBuilder();
		while (element.isArray()) {
			element = element.getComponentType();
			dimensions.append("[]");
		}
		if (!this.types.isAllowed(element.getName()) || element == Object.class) {
			throw new IllegalArgumentException("is of " + element.getName() + ", which is in no trusted package");
		}
		if (element.isAnonymousClass() || element.isLocalClass() || element.isHidden() || element.isSynthetic()) {
			throw new IllegalArgumentException("is of " + element.getName() + ", which other processes cannot name");
		}
		if (element.getTypeParameters().length > 0) {
			throw new IllegalArgumentException("is of " + element.getName() + ", whose type arguments no value tells");
		}
		return element.getName() + dimensions;
	}

}
