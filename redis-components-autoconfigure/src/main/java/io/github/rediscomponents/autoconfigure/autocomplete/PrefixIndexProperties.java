// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.autocomplete;

import java.util.Map;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

import io.github.rediscomponents.autocomplete.PrefixIndexSettings;
import io.github.rediscomponents.autoconfigure.TypedDeclaration;
import io.github.rediscomponents.autoconfigure.refresh.ComponentProperties;
import io.github.rediscomponents.autoconfigure.refresh.PropertySettings;

/**
 * Properties of the prefix indexes.
 *
 * @param enabled Whether to provide prefix indexes.
 * @param indexes Prefix indexes by name; each becomes a bean whose name ends with
 * PrefixIndex.
 * @param server Name of the Redis of the component, one of redis-components.servers; that
 * of the application if not set.
 * @since 1.0.0
 */
@ConfigurationProperties(prefix = PrefixIndexProperties.PREFIX, ignoreUnknownFields = false)
public record PrefixIndexProperties(@DefaultValue("true") boolean enabled,
		@DefaultValue Map<String, PrefixIndexEntryProperties> indexes,
		@Nullable String server) implements ComponentProperties<Map<String, PrefixIndexSettings>> {

	static final String PREFIX = "redis-components.prefix-index";

	@Override
	public Map<String, PrefixIndexSettings> toSettings() {
		return PropertySettings.checkedAll(PREFIX + ".indexes", this.indexes, PrefixIndexEntryProperties::toSettings);
	}

	@Override
	public void check(BeanFactory beans) {
		TypedDeclaration.check(PREFIX + ".indexes", this.indexes, beans);
	}

	@Override
	public Stream<String> restartOnly() {
		return this.indexes.keySet()
			.stream()
			.flatMap((name) -> Stream.of("indexes." + name + ".accents", "indexes." + name + ".type"));
	}

}
