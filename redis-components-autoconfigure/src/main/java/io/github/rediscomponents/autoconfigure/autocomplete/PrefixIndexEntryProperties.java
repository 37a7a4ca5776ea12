// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.autocomplete;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.autocomplete.Accents;
import io.github.rediscomponents.autocomplete.PrefixIndexSettings;
import io.github.rediscomponents.autoconfigure.TypedDeclaration;
import io.github.rediscomponents.autoconfigure.refresh.Sizes;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Properties of one prefix index.
 *
 * @param accents Whether accents distinguish words.
 * @param maxPayload Largest payload of an entry.
 * @param type Class of the payloads; taken from the injection point if not set.
 * @param server Name of the Redis, one of redis-components.servers; that of the component
 * if not set.
 * @since 1.0.0
 */
public record PrefixIndexEntryProperties(@DefaultValue("keep") Accents accents,
		@DefaultValue("4KB") DataSize maxPayload, @Nullable String type,
		@Nullable String server) implements TypedDeclaration {

	PrefixIndexSettings toSettings() {
		return PrefixIndexSettings.defaults()
			.withAccents(this.accents)
			.withMaxPayload(Sizes.bytes("maxPayload", this.maxPayload));
	}

}
