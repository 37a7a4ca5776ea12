package io.github.rediscomponents.queue;

import java.util.Map;

import io.github.rediscomponents.support.Checks;
import io.github.rediscomponents.support.LiveSettings;

/**
 * Settings of one queue out of those of all.
 */
final class Declarations {

	private Declarations() {
	}

	static <S> S of(String kind, LiveSettings<Map<String, S>> declared, String name) {
		S settings = declared.get().get(Checks.notNull("name", name));
		if (settings == null) {
			throw new IllegalArgumentException("name is not a declared " + kind + ": " + name);
		}
		return settings;
	}

	static <S> LiveSettings<S> follow(String kind, LiveSettings<Map<String, S>> declared, String name) {
		LiveSettings<S> own = new LiveSettings<>(of(kind, declared, name));
		declared.onChange((old, next) -> {
			S changed = next.get(name);
			if (changed != null) {
				own.swap(changed);
			}
		});
		return own;
	}

}
