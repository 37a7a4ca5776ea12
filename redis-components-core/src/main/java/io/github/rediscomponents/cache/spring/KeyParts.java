// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.spring;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.nio.Buffer;
import java.time.temporal.TemporalAccessor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

import org.springframework.cache.interceptor.SimpleKey;
import org.springframework.util.ReflectionUtils;

import io.github.rediscomponents.cache.entry.KeyText;

/**
 * Writes keys that consist of parts. The parts stand between brackets, separated by
 * commas; brackets, commas and backslashes inside a part have a backslash in front. A
 * backslash and a letter before the bracket tell the kind of the key.
 */
final class KeyParts {

	/** Stands for an empty text. */
	static final String EMPTY = "\\e";

	private static final int MOST_DEPTH = 16;

	private static final int MOST_CHARACTERS = 1 << 24;

	private static final String SPECIAL = "\\[],";

	private static final @Nullable Field PARAMS = params();

	private final StringBuilder text = new StringBuilder();

	private KeyParts() {
	}

	/**
	 * Returns whether a key has the text that {@link KeyText} gives it.
	 */
	static boolean isPlain(Object key) {
		return key instanceof CharSequence || key instanceof Number || key instanceof Enum<?> || key instanceof UUID
				|| key instanceof Character || key instanceof Boolean || key instanceof TemporalAccessor;
	}

	static String text(Object key) {
		return new KeyParts().append(key, 0).text.toString();
	}

	private KeyParts append(@Nullable Object part, int depth) {
		if (depth > MOST_DEPTH || this.text.length() > MOST_CHARACTERS) {
			throw new IllegalArgumentException("key is too large: it has more than " + MOST_DEPTH
					+ " levels, perhaps because it contains itself, or more than " + MOST_CHARACTERS + " characters");
		}
		if (part == null) {
			this.text.append("\\0");
		}
		else if (isPlain(part)) {
			appendEscaped(KeyText.of(part));
		}
		else if (part instanceof SimpleKey simple) {
			appendParts("", Arrays.asList(parts(simple)), depth);
		}
		else if (part.getClass().isArray()) {
			appendParts("\\a", elements(part), depth);
		}
		else if (part instanceof Set<?> set) {
			appendParts("\\s", sorted(set, depth), depth);
		}
		else if (part instanceof Collection<?> list) {
			appendParts("\\l", list, depth);
		}
		else if (part instanceof Map<?, ?> map) {
			appendParts("\\m", sorted(map.entrySet(), depth), depth);
		}
		else if (part instanceof Map.Entry<?, ?> entry) {
			appendParts("\\p", Arrays.asList(entry.getKey(), entry.getValue()), depth);
		}
		else if (part instanceof Done done) {
			this.text.append(done.text());
		}
		else {
			appendObject(part, depth);
		}
		return this;
	}

	private void appendObject(Object part, int depth) {
		if (part instanceof Optional<?> optional) {
			appendParts("\\o", optional.stream().toList(), depth);
		}
		else if (part instanceof Record tuple) {
			appendParts("\\r", components(tuple), depth);
		}
		else if (part instanceof Class<?> type) {
			appendParts("\\c", List.of(type.getName()), depth);
		}
		else if (part instanceof Date date) {
			appendParts("\\d", List.of(date.getClass().getName(), millisOrMore(date)), depth);
		}
		else {
			appendParts("\\t", List.of(part.getClass().getName(), ownText(part)), depth);
		}
	}

	private void appendParts(String kind, Collection<?> parts, int depth) {
		this.text.append(kind).append('[');
		String separator = "";
		for (Object part : parts) {
			this.text.append(separator);
			append(part, depth + 1);
			separator = ",";
		}
		this.text.append(']');
	}

	private void appendEscaped(String plain) {
		if (plain.isEmpty()) {
			this.text.append(EMPTY);
		}
		for (int i = 0; i < plain.length(); i++) {
			char c = plain.charAt(i);
			if (SPECIAL.indexOf(c) >= 0) {
				this.text.append('\\');
			}
			this.text.append(c);
		}
	}

	/**
	 * Returns the texts of parts that have no order of their own.
	 */
	private static List<Done> sorted(Collection<?> parts, int depth) {
		List<Done> texts = new ArrayList<>(parts.size());
		parts.forEach((part) -> texts.add(new Done(new KeyParts().append(part, depth + 1).text.toString())));
		texts.sort((one, other) -> one.text().compareTo(other.text()));
		return texts;
	}

	private static List<@Nullable Object> elements(Object array) {
		int length = Array.getLength(array);
		List<@Nullable Object> elements = new ArrayList<>(length);
		for (int i = 0; i < length; i++) {
			elements.add(Array.get(array, i));
		}
		return elements;
	}

	private static List<@Nullable Object> components(Record tuple) {
		List<@Nullable Object> components = new ArrayList<>();
		components.add(tuple.getClass().getName());
		for (RecordComponent component : tuple.getClass().getRecordComponents()) {
			Method accessor = component.getAccessor();
			try {
				ReflectionUtils.makeAccessible(accessor);
			}
			catch (RuntimeException ex) {
				throw new IllegalArgumentException(
						"key of type " + tuple.getClass().getName() + " cannot be read; open its package", ex);
			}
			components.add(ReflectionUtils.invokeMethod(accessor, tuple));
		}
		return components;
	}

	/**
	 * The inherited text of a date depends on the time zone of the process.
	 */
	private static String millisOrMore(Date date) {
		return date.getClass().getName().equals("java.sql.Timestamp") ? date.toInstant().toString()
				: String.valueOf(date.getTime());
	}

	private static String ownText(Object part) {
		Class<?> type = part.getClass();
		Method method = ReflectionUtils.findMethod(type, "toString");
		String text = String.valueOf(part);
		if (method == null || method.getDeclaringClass() == Object.class || part instanceof Buffer
				|| text.equals(type.getName() + '@' + Integer.toHexString(part.hashCode()))) {
			throw new IllegalArgumentException("key of type " + type.getName()
					+ " has no text that is the same in every process; give the annotation a key, such as"
					+ " key = \"#order.id\", or let the class be a record or override toString");
		}
		return text;
	}

	private static @Nullable Object[] parts(SimpleKey key) {
		if (PARAMS == null) {
			throw new IllegalArgumentException(
					"key of several parameters cannot be read with this version of Spring; give the annotation a key");
		}
		return (@Nullable Object[]) Objects.requireNonNull(ReflectionUtils.getField(PARAMS, key));
	}

	/**
	 * Returns the field that has the arguments, because the text of such a key does not
	 * tell ("a,b") from ("a", "b").
	 */
	private static @Nullable Field params() {
		try {
			Field field = ReflectionUtils.findField(SimpleKey.class, null, Object[].class);
			if (field != null) {
				ReflectionUtils.makeAccessible(field);
			}
			return field;
		}
		catch (RuntimeException ex) {
			// Spring is a module that does not open its package.
			return null;
		}
	}

	/**
	 * A part whose text is ready.
	 *
	 * @param text the text
	 */
	private record Done(String text) {
	}

}
