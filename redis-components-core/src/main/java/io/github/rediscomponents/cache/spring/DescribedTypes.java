// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.spring;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Month;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Collection;
import java.util.Currency;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.codec.ValueCodec;
import io.github.rediscomponents.codec.ValueCodecs;

/**
 * The types that entries may name: values of the Java platform, classes of trusted
 * packages, arrays, lists, sets and maps of them. Nothing else is ever loaded because of
 * what stands in an entry.
 */
final class DescribedTypes {

	private static final Map<String, Class<?>> PLATFORM = Stream
		.of(Object.class, String.class, Character.class, Boolean.class, Byte.class, Short.class, Integer.class,
				Long.class, Float.class, Double.class, BigInteger.class, BigDecimal.class, UUID.class, URI.class,
				Locale.class, Currency.class, Date.class, Instant.class, LocalDate.class, LocalTime.class,
				LocalDateTime.class, OffsetDateTime.class, OffsetTime.class, ZonedDateTime.class, ZoneOffset.class,
				Duration.class, Period.class, Year.class, YearMonth.class, MonthDay.class, Month.class, DayOfWeek.class,
				boolean.class, byte.class, short.class, char.class, int.class, long.class, float.class, double.class)
		.collect(Collectors.toUnmodifiableMap(Class::getName, Function.identity()));

	/** How many descriptions are remembered; data can hold any number of them. */
	private static final int MOST = 1000;

	private final ValueCodecs codecs;

	private final List<String> trusted;

	private final @Nullable ClassLoader classLoader;

	private final Map<String, DescribedType> known = new ConcurrentHashMap<>();

	private final ValueCodec<Object> codec = new DescribedCodec(this);

	DescribedTypes(ValueCodecs codecs, Collection<String> trustedPackages, @Nullable ClassLoader classLoader) {
		this.codecs = codecs;
		this.trusted = trustedPackages.stream().map((name) -> name + '.').toList();
		this.classLoader = classLoader;
	}

	ValueCodec<Object> codec() {
		return this.codec;
	}

	/**
	 * Checks that an entry may name the type of a value.
	 * @param cache the name of the cache
	 * @param value the value
	 * @throws IllegalArgumentException if not
	 */
	void check(String cache, Object value) {
		try {
			describe(value);
		}
		catch (IllegalArgumentException ex) {
			throw new IllegalArgumentException("value of cache '" + cache + "' " + ex.getMessage()
					+ "; declare the type of the cache as redis-components.cache.caches." + cache
					+ ".type, or let all methods of the cache return one type", ex);
		}
	}

	DescribedType describe(Object value) {
		return parse(new Description(this).of(value));
	}

	/**
	 * Returns the type that a description names.
	 * @param description such as {@code java.util.List<com.shop.Product>}
	 * @return the type
	 * @throws IllegalArgumentException if the description names what is not allowed
	 */
	DescribedType parse(String description) {
		DescribedType type = this.known.get(description);
		if (type == null) {
			type = DescribedType.of(description, new DescriptionParser(this, description).parse(), this.codecs);
			if (this.known.size() < MOST) {
				this.known.putIfAbsent(description, type);
			}
		}
		return type;
	}

	/**
	 * Returns whether entries may name a class.
	 */
	boolean isAllowed(String className) {
		return PLATFORM.containsKey(className) || this.trusted.stream().anyMatch(className::startsWith);
	}

	/**
	 * Loads a class without initializing it.
	 * @throws IllegalArgumentException if entries may not name it, or there is none
	 */
	Class<?> load(String className) {
		Class<?> platform = PLATFORM.get(className);
		if (platform != null) {
			return platform;
		}
		if (!isAllowed(className)) {
			throw new IllegalArgumentException("is of " + className + ", which is in no trusted package");
		}
		try {
			return Class.forName(className, false, this.classLoader);
		}
		catch (ClassNotFoundException | LinkageError ex) {
			throw new IllegalArgumentException("is of " + className + ", which cannot be loaded", ex);
		}
	}

	/**
	 * Returns the type that stands for collections in descriptions.
	 * @return null if it is none
	 */
	static @Nullable Class<?> container(Object value) {
		if (value instanceof List<?>) {
			return List.class;
		}
		if (value instanceof Set<?>) {
			return Set.class;
		}
		return (value instanceof Map<?, ?>) ? Map.class : null;
	}

}
