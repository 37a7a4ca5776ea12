// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.refresh;

import java.util.Collection;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.autoconfigure.diagnostics.InvalidPropertyException;
import org.springframework.boot.context.properties.bind.AbstractBindHandler;
import org.springframework.boot.context.properties.bind.BindContext;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;

/**
 * Rejects texts with a placeholder that cannot be resolved, which Spring Boot binds as
 * they are written: a host would be looked up, and a password sent, by that name.
 */
final class PlaceholderBindHandler extends AbstractBindHandler {

	private static final ConfigurationPropertyName ROOT = ConfigurationPropertyName.of("redis-components");

	private static final String BEGIN = "${";

	PlaceholderBindHandler(BindHandler parent) {
		super(parent);
	}

	@Override
	public @Nullable Object onSuccess(ConfigurationPropertyName name, Bindable<?> target, BindContext context,
			Object result) {
		if (ROOT.isAncestorOf(name) && isUnresolved(result) && !isEscaped(context.getConfigurationProperty())) {
			// The value can be a secret.
			throw new InvalidPropertyException(name.toString(),
					"must be readable: it has a placeholder that cannot be resolved");
		}
		return super.onSuccess(name, target, context, result);
	}

	private static boolean isUnresolved(Object result) {
		return (result instanceof Collection<?> all) ? all.stream().anyMatch(PlaceholderBindHandler::begins)
				: begins(result);
	}

	private static boolean begins(@Nullable Object element) {
		return element instanceof String text && text.contains(BEGIN);
	}

	/** A text that begins no placeholder has a backslash. */
	private static boolean isEscaped(@Nullable ConfigurationProperty property) {
		return property != null && String.valueOf(property.getValue()).contains('\\' + BEGIN);
	}

}
