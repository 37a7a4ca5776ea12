// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.docs;

import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.context.annotation.ClassPathScanningCandidateComponentProvider;
import org.springframework.core.ResolvableType;
import org.springframework.core.type.filter.AnnotationTypeFilter;
import org.springframework.util.ClassUtils;

/**
 * The classes of the properties.
 */
final class PropertyClasses {

	private PropertyClasses() {
	}

	/** Returns the classes by the prefixes of their properties. */
	static Map<String, Class<?>> rooms() {
		ClassPathScanningCandidateComponentProvider scan = new ClassPathScanningCandidateComponentProvider(false);
		scan.addIncludeFilter(new AnnotationTypeFilter(ConfigurationProperties.class));
		Map<String, Class<?>> rooms = new LinkedHashMap<>();
		scan.findCandidateComponents("io.github.rediscomponents.autoconfigure").forEach((found) -> {
			Class<?> type = ClassUtils.resolveClassName(String.valueOf(found.getBeanClassName()), null);
			ConfigurationProperties properties = type.getAnnotation(ConfigurationProperties.class);
			rooms.put(properties.value().isEmpty() ? properties.prefix() : properties.value(), type);
		});
		return rooms;
	}

	/**
	 * Returns the type of each property that has a value.
	 * @param entry the name of each declared instance
	 */
	static Map<String, ResolvableType> leaves(String entry) {
		Map<String, ResolvableType> leaves = new TreeMap<>();
		rooms().forEach((prefix, type) -> add(prefix, ResolvableType.forClass(type), entry, leaves));
		return leaves;
	}

	private static void add(String name, ResolvableType type, String entry, Map<String, ResolvableType> leaves) {
		Class<?> raw = type.toClass();
		if (Map.class.isAssignableFrom(raw)) {
			add(name + '.' + entry, type.asMap().getGeneric(1), entry, leaves);
		}
		else if (Collection.class.isAssignableFrom(raw) && type.asCollection().getGeneric().toClass().isRecord()) {
			add(name + "[0]", type.asCollection().getGeneric(), entry, leaves);
		}
		else if (raw.isRecord()) {
			Arrays.stream(raw.getRecordComponents())
				.forEach((component) -> add(name + '.' + dashed(component),
						ResolvableType.forType(component.getGenericType()), entry, leaves));
		}
		else {
			leaves.put(name, type);
		}
	}

	private static String dashed(RecordComponent component) {
		return component.getName().replaceAll("([a-z0-9])([A-Z])", "$1-$2").toLowerCase(Locale.ROOT);
	}

}
