// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.check;

import java.beans.PropertyDescriptor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.autoconfigure.diagnostics.InvalidPropertyException;
import io.github.rediscomponents.autoconfigure.diagnostics.Suggestion;
import org.springframework.beans.BeanUtils;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.Environment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/**
 * The names of all properties, derived from the classes of properties. Spring Boot checks
 * the names of one class when it binds that class, so an unknown name outside every
 * class, or in the class of a disabled component, would be ignored.
 *
 * <p>
 * Environment variables are not checked. Their names cannot be distinguished from
 * variables of other origin, such as those that a container platform sets for a service
 * of that name.
 */
final class PropertyTree {

	private static final ConfigurationPropertyName ROOT = ConfigurationPropertyName.of("redis-components");

	private static final String OURS = "io.github.rediscomponents.";

	private static final Pattern IN_BRACKETS = Pattern.compile("\\[[^\\]]*]");

	/** An element with characters that Spring Boot does not keep. */
	private static final Pattern LEFT_OUT = Pattern.compile("[^.]*[^A-Za-z0-9._-][^.]*");

	private final Map<ConfigurationPropertyName, Class<?>> types = new LinkedHashMap<>();

	private final Map<ConfigurationPropertyName, List<String>> foreign = new LinkedHashMap<>();

	/**
	 * Creates the tree.
	 * @param types classes of properties
	 * @param foreign the properties that another module defines, by their prefix; an
	 * empty list for any
	 */
	PropertyTree(Collection<Class<?>> types, Map<String, List<String>> foreign) {
		types.forEach((type) -> this.types.put(prefix(type), type));
		foreign.forEach((prefix, names) -> this.foreign.put(ConfigurationPropertyName.of(prefix), names));
	}

	static ConfigurationPropertyName prefix(Class<?> type) {
		ConfigurationProperties annotation = AnnotatedElementUtils.findMergedAnnotation(type,
				ConfigurationProperties.class);
		if (annotation == null) {
			throw new IllegalStateException(type + " has no properties");
		}
		return ConfigurationPropertyName.of(annotation.prefix());
	}

	/**
	 * Checks every property of the components that is set in an environment.
	 * @param environment the environment
	 * @throws InvalidPropertyException if a property is unknown
	 */
	void check(Environment environment) {
		Map<ConfigurationPropertyName, String> spellings = new HashMap<>();
		for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
			if (source instanceof IterableConfigurationPropertySource iterable
					&& !(source.getUnderlyingSource() instanceof SystemEnvironmentPropertySource)) {
				if (source.getUnderlyingSource() instanceof EnumerablePropertySource<?> written) {
					Stream.of(written.getPropertyNames()).forEach(PropertyTree::checkCharacters);
				}
				iterable.stream().filter(ROOT::isAncestorOf).forEach((name) -> check(name, spellings));
			}
		}
	}

	/**
	 * Rejects a name of which Spring Boot leaves out a part, so that another name is
	 * left, or none.
	 */
	private static void checkCharacters(String written) {
		Matcher element = LEFT_OUT.matcher(IN_BRACKETS.matcher(written).replaceAll(""));
		if (element.find() && written.toLowerCase(Locale.ROOT).startsWith(ROOT + ".")) {
			throw new InvalidPropertyException(written, "must have '" + element.group() + "' in brackets, \"["
					+ element.group()
					+ "]\": elsewhere Spring Boot leaves out what is no letter from a to z, digit, dash or underscore.");
		}
	}

	/**
	 * Checks one property.
	 * @param name a name below {@code redis-components}
	 * @param spellings the spelling of each entry that was checked before
	 * @throws InvalidPropertyException if the property is unknown, or spells an entry in
	 * another way
	 */
	private void check(ConfigurationPropertyName name, Map<ConfigurationPropertyName, String> spellings) {
		for (ConfigurationPropertyName prefix : this.foreign.keySet()) {
			if (isAtOrBelow(name, prefix)) {
				checkForeign(name, prefix.getNumberOfElements(), this.foreign.getOrDefault(prefix, List.of()));
				return;
			}
		}
		ConfigurationPropertyName room = ROOT;
		for (ConfigurationPropertyName prefix : this.types.keySet()) {
			if (isAtOrBelow(name, prefix) && prefix.getNumberOfElements() >= room.getNumberOfElements()) {
				room = prefix;
			}
		}
		Class<?> type = this.types.get(room);
		if (type == null) {
			throw new IllegalStateException("No properties of " + room);
		}
		walk(name, room.getNumberOfElements(), ResolvableType.forClass(type), spellings);
	}

	private static void checkForeign(ConfigurationPropertyName name, int depth, List<String> known) {
		if (known.isEmpty() || depth == name.getNumberOfElements()) {
			return;
		}
		String uniform = name.getElement(depth, Form.UNIFORM);
		if (known.stream().map(Suggestion::plain).noneMatch(uniform::equals)) {
			throw unknown(name, depth, known, "");
		}
		if (name.getNumberOfElements() > depth + 1) {
			throw unknown(name, depth + 1, List.of(), "");
		}
	}

	private static boolean isAtOrBelow(ConfigurationPropertyName name, ConfigurationPropertyName prefix) {
		return prefix.equals(name) || prefix.isAncestorOf(name);
	}

	private void walk(ConfigurationPropertyName name, int depth, ResolvableType type,
			Map<ConfigurationPropertyName, String> spellings) {
		ResolvableType entries = ResolvableType.NONE;
		int entry = 0;
		ResolvableType at = type;
		for (int i = depth; i < name.getNumberOfElements(); i++) {
			ResolvableType next = below(name, i, at);
			if (next == null) {
				throw unknown(name, i, known(name.chop(i), at.toClass()), inBrackets(name, entry, i, entries));
			}
			if (isMap(at)) {
				// The application chooses the keys.
				checkSpelling(name.chop(i + 1), spellings);
				entry = i;
				entries = next;
			}
			at = next;
		}
	}

	/** Returns the type of an element of a name, or null if it is unknown. */
	private static @Nullable ResolvableType below(ConfigurationPropertyName name, int depth, ResolvableType type) {
		Class<?> raw = type.toClass();
		if (isMap(type)) {
			return type.asMap().getGeneric(1);
		}
		if (Collection.class.isAssignableFrom(raw) && name.isNumericIndex(depth)) {
			return type.asCollection().getGeneric();
		}
		return isOurs(raw) ? property(raw, name.getElement(depth, Form.UNIFORM)) : null;
	}

	private static boolean isMap(ResolvableType type) {
		return Map.class.isAssignableFrom(type.toClass());
	}

	/**
	 * Returns a sentence with the name that is known if several elements are the name of
	 * one entry, or an empty text.
	 * @param name the unknown name
	 * @param entry the index of the first element of the entry
	 * @param unknown the index of the unknown element
	 * @param type the type of the entry, NONE if the element is below no entry
	 */
	private static String inBrackets(ConfigurationPropertyName name, int entry, int unknown, ResolvableType type) {
		int all = name.getNumberOfElements();
		for (int end = entry + 2; end <= all && type != ResolvableType.NONE
				&& !name.chop(end).isLastElementIndexed(); end++) {
			// The rest of a whole name is always known.
			if (end < all ? isKnown(name, end, type) : unknown == entry + 1) {
				String written = IntStream.range(entry, end)
					.mapToObj((element) -> name.getElement(element, Form.ORIGINAL))
					.collect(Collectors.joining("."));
				return " A name with dots is written in brackets: '"
						+ name.chop(entry).append('[' + written + ']').append(name.subName(end)) + "'.";
			}
		}
		return "";
	}

	private static boolean isKnown(ConfigurationPropertyName name, int depth, ResolvableType type) {
		ResolvableType at = type;
		for (int i = depth; i < name.getNumberOfElements() && at != null; i++) {
			at = below(name, i, at);
		}
		return at != null;
	}

	private static void checkSpelling(ConfigurationPropertyName entry, Map<ConfigurationPropertyName, String> known) {
		String spelling = entry.getLastElement(Form.ORIGINAL);
		String other = known.putIfAbsent(entry, spelling);
		if (other != null && !other.equals(spelling)) {
			throw new InvalidPropertyException(entry.toString(), "must be spelled in one way: '" + other + "' and '"
					+ spelling + "' are one name to Spring Boot. A name in brackets is taken as it is written.");
		}
	}

	private static boolean isOurs(Class<?> type) {
		return type.getName().startsWith(OURS) && !type.isEnum();
	}

	private static @Nullable ResolvableType property(Class<?> type, String uniform) {
		for (PropertyDescriptor property : BeanUtils.getPropertyDescriptors(type)) {
			if (property.getReadMethod() != null && !property.getName().equals("class")
					&& Suggestion.plain(property.getName()).equals(uniform)) {
				return ResolvableType.forMethodReturnType(property.getReadMethod(), type);
			}
		}
		return null;
	}

	private List<String> known(ConfigurationPropertyName parent, Class<?> within) {
		List<String> known = new ArrayList<>();
		if (isOurs(within)) {
			Arrays.stream(BeanUtils.getPropertyDescriptors(within))
				.filter((property) -> !property.getName().equals("class"))
				.forEach((property) -> known.add(dashed(property.getName())));
		}
		if (parent.equals(ROOT)) {
			Stream
				.concat(this.types.keySet().stream().filter(ROOT::isAncestorOf),
						this.foreign.entrySet()
							.stream()
							.filter((entry) -> !entry.getValue().isEmpty())
							.map(Map.Entry::getKey))
				.forEach((prefix) -> known.add(prefix.getElement(1, Form.ORIGINAL)));
		}
		return known;
	}

	private static InvalidPropertyException unknown(ConfigurationPropertyName name, int depth, List<String> known,
			String inBrackets) {
		ConfigurationPropertyName parent = name.chop(depth);
		String suggestion = Suggestion.of(name.getElement(depth, Form.ORIGINAL), known)
			.replace("'?", "' below '" + parent + "'?");
		if (suggestion.isEmpty()) {
			suggestion = known.isEmpty() ? inBrackets : " Known below '" + parent + "': "
					+ known.stream().distinct().sorted().collect(Collectors.joining(", ")) + "." + inBrackets;
		}
		return new InvalidPropertyException(name.toString(), "is unknown." + suggestion);
	}

	private static String dashed(String property) {
		return property.replaceAll("([a-z0-9])([A-Z])", "$1-$2").toLowerCase(Locale.ROOT);
	}

}
