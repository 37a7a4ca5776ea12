// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.entry;

import java.time.temporal.TemporalAccessor;
import java.util.UUID;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

/**
 * The text of keys that have an obvious one. Others are refused, because the inherited
 * {@code toString} differs from process to process.
 *
 * @since 1.0.0
 */
public final class KeyText {

	/** One instance, by which caches tell that they have the same text. */
	public static final Function<@Nullable Object, String> OBVIOUS = KeyText::of;

	private KeyText() {
	}

	public static String of(@Nullable Object key) {
		if (key instanceof String text) {
			return text;
		}
		if (key instanceof Enum<?> constant) {
			return constant.name();
		}
		if (key instanceof Number || key instanceof UUID || key instanceof CharSequence || key instanceof Character
				|| key instanceof Boolean || key instanceof TemporalAccessor) {
			return key.toString();
		}
		if (key == null) {
			throw new IllegalArgumentException("key must not be null");
		}
		throw new IllegalArgumentException("key of type " + key.getClass().getName()
				+ " has no obvious text; give the cache one with CacheSpec.keyText");
	}

}
