// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.refresh;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.autoconfigure.diagnostics.Suggestion;
import org.springframework.boot.context.properties.bind.AbstractBindHandler;
import org.springframework.boot.context.properties.bind.BindContext;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/**
 * Leaves out the second entry that Spring Boot makes of an environment variable, which
 * has neither dashes nor capitals: {@code QUEUES_GIFTBOX_TTL} changes the entry
 * {@code gift-box} and makes an entry {@code giftbox}.
 */
final class SpellingBindHandler extends AbstractBindHandler {

	private static final ConfigurationPropertyName ROOT = ConfigurationPropertyName.of("redis-components");

	private static final Pattern OF_VARIABLE = Pattern.compile("[a-z0-9]+");

	private static final Pattern OTHER = Pattern.compile("[A-Za-z0-9-]+");

	SpellingBindHandler(BindHandler parent) {
		super(parent);
	}

	@Override
	public @Nullable Object onSuccess(ConfigurationPropertyName name, Bindable<?> target, BindContext context,
			Object result) {
		if (!(result instanceof Map<?, ?> entries) || entries.size() < 2 || !ROOT.isAncestorOf(name)) {
			return super.onSuccess(name, target, context, result);
		}
		Map<Object, Object> kept = new LinkedHashMap<>(entries);
		kept.keySet()
			.removeIf((key) -> OF_VARIABLE.matcher(String.valueOf(key)).matches()
					&& entries.keySet().stream().anyMatch((other) -> isOtherSpelling(other, key))
					&& !isWritten(name, String.valueOf(key), context));
		return super.onSuccess(name, target, context, kept);
	}

	private static boolean isOtherSpelling(Object other, Object key) {
		String spelled = String.valueOf(other);
		return !spelled.equals(key) && OTHER.matcher(spelled).matches() && Suggestion.plain(spelled).equals(key);
	}

	/** Returns whether an entry is written so elsewhere than in the environment. */
	private static boolean isWritten(ConfigurationPropertyName name, String key, BindContext context) {
		return StreamSupport.stream(context.getSources().spliterator(), false)
			.anyMatch((source) -> isWritten(name, key, source));
	}

	private static boolean isWritten(ConfigurationPropertyName name, String key, ConfigurationPropertySource source) {
		return source instanceof IterableConfigurationPropertySource iterable
				&& !(source.getUnderlyingSource() instanceof SystemEnvironmentPropertySource)
				&& iterable.stream()
					.anyMatch((property) -> name.isAncestorOf(property)
							&& property.getElement(name.getNumberOfElements(), Form.ORIGINAL).equals(key));
	}

}
