// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.docs;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.core.ResolvableType;
import org.springframework.util.ReflectionUtils;
import org.springframework.util.unit.DataSize;

import io.github.rediscomponents.cache.CacheSettings;
import io.github.rediscomponents.docs.PropertyRows.Row;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The tables of the guide name the properties of declared instances, which the metadata
 * does not describe, with the defaults of their classes.
 */
class EntryTablesTests {

	/** The default is the value of another property. */
	private static final Pattern OTHER = Pattern.compile("as enabled|limit|the limit");

	/** What stands for no default. */
	private static final Pattern WITHOUT = Pattern.compile("–|none|none, required for local|required|never"
			+ "|that of the methods|from the injection point|renewed until released");

	/** Settings that hold for what an entry leaves out, by the class of the entry. */
	private static final Map<String, Object> DEFAULTS = Map.of("CacheEntryProperties", CacheSettings.defaults(),
			"CacheLoadingProperties", CacheSettings.defaults().loading(), "CacheLocalProperties",
			CacheSettings.defaults().local(), "CacheWritingProperties", CacheSettings.defaults().writing());

	private final Map<String, Class<?>> rooms = PropertyClasses.rooms();

	@Test
	void everyPropertyOfAnEntryExistsWithItsDefault() throws IOException {
		int compared = 0;
		int without = 0;
		for (Row row : rows()) {
			Object present = defaultOf(row);
			if (OTHER.matcher(row.stated()).matches()) {
				continue;
			}
			if (present == null) {
				assertThat(row.stated()).as("%s has no default", row).matches(WITHOUT);
				without++;
			}
			else if (!(present instanceof String)) {
				assertThat(same(row.stated(), present)).as("%s, the default is %s", row, present).isTrue();
				compared++;
			}
			else {
				assertThat(row.stated()).as("%s", row).isEqualTo(present);
				compared++;
			}
		}
		assertThat(compared).isGreaterThan(55);
		assertThat(without).isGreaterThan(20);
	}

	/** Returns the rows with properties of entries. */
	private static List<Row> rows() throws IOException {
		return PropertyRows.all()
			.stream()
			.filter((row) -> row.property().startsWith("redis-components.") && row.property().contains("<name>")
					&& !row.property().contains("<component>") && !row.property().contains("servers.<name>"))
			.toList();
	}

	private @Nullable Object defaultOf(Row row) {
		String room = this.rooms.keySet()
			.stream()
			.filter((prefix) -> row.property().startsWith(prefix + '.'))
			.max((one, other) -> Integer.compare(one.length(), other.length()))
			.orElseThrow(() -> new AssertionError(row + ": no such room"));
		ResolvableType type = ResolvableType.forClass(this.rooms.get(room));
		Object found = null;
		for (String element : row.property().substring(room.length() + 1).split("\\.")) {
			if (Map.class.isAssignableFrom(type.toClass())) {
				assertThat(element).as("%s", row).isEqualTo("<name>");
				type = type.asMap().getGeneric(1);
				continue;
			}
			RecordComponent component = component(type.toClass(), element.replace("[]", ""));
			assertThat(component).as("%s: there is no %s", row, element).isNotNull();
			found = defaultOf(type.toClass(), component);
			type = ResolvableType.forType(component.getGenericType());
		}
		return found;
	}

	private static @Nullable RecordComponent component(Class<?> type, String dashed) {
		return Arrays.stream(type.getRecordComponents())
			.filter((component) -> component.getName().equalsIgnoreCase(dashed.replace("-", "")))
			.findFirst()
			.orElse(null);
	}

	/** Returns the constructor of all components, which may stand beside others. */
	private static Constructor<?> canonical(Class<?> type) {
		Class<?>[] components = Arrays.stream(type.getRecordComponents())
			.map(RecordComponent::getType)
			.toArray(Class<?>[]::new);
		try {
			return type.getDeclaredConstructor(components);
		}
		catch (NoSuchMethodException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/** Returns a text, a value, or null if there is no default. */
	private static @Nullable Object defaultOf(Class<?> type, RecordComponent component) {
		DefaultValue present = Arrays.stream(canonical(type).getParameters())
			.filter((parameter) -> parameter.getName().equals(component.getName()))
			.flatMap((parameter) -> Stream.ofNullable(parameter.getAnnotation(DefaultValue.class)))
			.findFirst()
			.orElse(null);
		if (present != null) {
			return (present.value().length == 0) ? null : typed(component, present.value()[0]);
		}
		Object settings = DEFAULTS.get(type.getSimpleName());
		if (settings != null) {
			var accessor = ReflectionUtils.findMethod(settings.getClass(), component.getName());
			if (accessor != null) {
				ReflectionUtils.makeAccessible(accessor);
				return ReflectionUtils.invokeMethod(accessor, settings);
			}
		}
		return (component.getType() == boolean.class) ? Boolean.FALSE : null;
	}

	private static Object typed(RecordComponent component, String value) {
		if (component.getType() == Duration.class) {
			return DurationStyle.detectAndParse(value);
		}
		if (component.getType() == ZoneId.class) {
			return ZoneId.of(value);
		}
		return (component.getType() == DataSize.class) ? DataSize.parse(value) : value;
	}

	private static boolean same(String stated, Object present) {
		if (present instanceof Duration duration) {
			return DurationStyle.detectAndParse(stated).equals(duration);
		}
		if (present instanceof ZoneId zone) {
			return ZoneId.of(stated).normalized().equals(zone.normalized());
		}
		if (present instanceof DataSize size) {
			return DataSize.parse(stated).equals(size);
		}
		if (present instanceof Integer || present instanceof Long) {
			return DataSize.parse(stated).toBytes() == ((Number) present).longValue();
		}
		if (present instanceof Double number) {
			return Double.parseDouble(stated) == number;
		}
		return stated.equals(present.toString().toLowerCase(Locale.ROOT).replace('_', '-'));
	}

}
