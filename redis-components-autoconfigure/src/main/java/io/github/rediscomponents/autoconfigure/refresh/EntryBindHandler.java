// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.refresh;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.StreamSupport;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.bind.AbstractBindHandler;
import org.springframework.boot.context.properties.bind.BindContext;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.core.convert.ConverterNotFoundException;

import io.github.rediscomponents.autoconfigure.diagnostics.InvalidPropertyException;
import io.github.rediscomponents.autoconfigure.diagnostics.UserInfo;

/**
 * Rejects a value in place of an entry's keys, as in {@code queues: {email: 5s}}. An
 * empty text ({@code email: {}} in YAML) is an entry without keys, as Spring Boot 4 reads
 * it; Spring Boot 3.5 does not.
 */
final class EntryBindHandler extends AbstractBindHandler {

	private static final ConfigurationPropertyName ROOT = ConfigurationPropertyName.of("redis-components");

	EntryBindHandler(BindHandler parent) {
		super(parent);
	}

	@Override
	public @Nullable Object onFailure(ConfigurationPropertyName name, Bindable<?> target, BindContext context,
			Exception error) throws Exception {
		Class<?> type = target.getType().resolve();
		if (error instanceof ConverterNotFoundException && ROOT.isAncestorOf(name) && type != null
				&& (type.isRecord() || type == Map.class)) {
			String written = StreamSupport.stream(context.getSources().spliterator(), false)
				.map((source) -> source.getConfigurationProperty(name))
				.filter(Objects::nonNull)
				.map((property) -> String.valueOf(property.getValue()))
				.findFirst()
				.orElse("");
			if (written.isBlank() && type.isRecord()) {
				return super.onSuccess(name, target, context, new Binder(List.of()).bindOrCreate("entry", target));
			}
			// It can be the address of a server, which has a property of its own.
			throw new InvalidPropertyException(name.toString(),
					"must have keys below it, not the value '" + UserInfo.maskedAddress(written) + "'");
		}
		return super.onFailure(name, target, context, error);
	}

}
