// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.refresh;

import java.time.Duration;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.autoconfigure.diagnostics.InvalidPropertyException;
import org.springframework.boot.context.properties.bind.AbstractBindHandler;
import org.springframework.boot.context.properties.bind.BindContext;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;

/**
 * Rejects durations below a second that are written without a unit, because Spring Boot
 * reads {@code ttl: 30} as 30 milliseconds.
 */
final class UnitsBindHandler extends AbstractBindHandler {

	private static final ConfigurationPropertyName ROOT = ConfigurationPropertyName.of("redis-components");

	private static final Pattern NUMBER = Pattern.compile("[+-]?\\d+");

	UnitsBindHandler(BindHandler parent) {
		super(parent);
	}

	@Override
	public @Nullable Object onSuccess(ConfigurationPropertyName name, Bindable<?> target, BindContext context,
			Object result) {
		ConfigurationProperty property = context.getConfigurationProperty();
		if (result instanceof Duration duration && property != null && ROOT.isAncestorOf(name) && !duration.isZero()
				&& duration.abs().compareTo(Duration.ofSeconds(1)) < 0) {
			String written = written(property.getValue(), name, context);
			if (NUMBER.matcher(written).matches()) {
				throw new InvalidPropertyException(name.toString(), "must have a unit: '" + written + "' would be "
						+ written + " milliseconds, write '" + written + "s' or '" + written + "ms'");
			}
		}
		return super.onSuccess(name, target, context, result);
	}

	/** Returns the text with placeholders resolved. */
	private static String written(@Nullable Object value, ConfigurationPropertyName name, BindContext context) {
		String text = String.valueOf(value).strip();
		if (!text.contains("${")) {
			return text;
		}
		String resolved = context.getBinder().bind(name, Bindable.of(String.class)).orElse(null);
		return (resolved != null) ? resolved.strip() : text;
	}

}
