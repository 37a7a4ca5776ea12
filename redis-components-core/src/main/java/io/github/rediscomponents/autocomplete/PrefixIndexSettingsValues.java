// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autocomplete;

import io.github.rediscomponents.support.Checks;

/**
 * The values of {@link PrefixIndexSettings}.
 */
record PrefixIndexSettingsValues(Accents accents, int maxPayload) implements PrefixIndexSettings {

	static final PrefixIndexSettingsValues DEFAULTS = new PrefixIndexSettingsValues(Accents.KEEP, 4096);

	PrefixIndexSettingsValues {
		Checks.notNull("prefix-index.accents", accents);
		Checks.between("prefix-index.max-payload", maxPayload, 1, 65_536);
	}

	@Override
	public PrefixIndexSettings withAccents(Accents other) {
		return new PrefixIndexSettingsValues(other, this.maxPayload);
	}

	@Override
	public PrefixIndexSettings withMaxPayload(int other) {
		return new PrefixIndexSettingsValues(this.accents, other);
	}

}
