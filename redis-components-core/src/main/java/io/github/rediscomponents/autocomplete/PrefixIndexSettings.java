// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autocomplete;

/**
 * Settings of a {@link PrefixIndex}. Immutable: each {@code with} method returns a
 * changed copy, and throws an {@link IllegalArgumentException} that names the property if
 * a value is out of its range.
 *
 * @since 1.0.0
 */
public sealed interface PrefixIndexSettings permits PrefixIndexSettingsValues {

	/**
	 * Accents count, payloads have up to 4096 bytes.
	 * @return the settings
	 */
	static PrefixIndexSettings defaults() {
		return PrefixIndexSettingsValues.DEFAULTS;
	}

	/**
	 * Whether accents distinguish words; part of the stored data, so an index that has
	 * entries refuses another one.
	 */
	Accents accents();

	/**
	 * The largest payload in bytes when written, 1 to 65,536; a change holds for what is
	 * put from then on.
	 */
	int maxPayload();

	PrefixIndexSettings withAccents(Accents accents);

	PrefixIndexSettings withMaxPayload(int maxPayload);

}
