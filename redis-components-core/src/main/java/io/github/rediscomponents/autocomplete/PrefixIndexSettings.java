package io.github.rediscomponents.autocomplete;

import io.github.rediscomponents.support.Checks;

/**
 * Settings of a {@link PrefixIndex}.
 *
 * @param accents whether accents tell words apart; belongs to what is stored, so an index
 * that has entries refuses another one
 * @param maxPayload the largest payload in bytes when written, 1 to 65,536; a change
 * holds for what is put from then on
 */
public record PrefixIndexSettings(Accents accents, int maxPayload) {

	/**
	 * Checks the values.
	 * @throws IllegalArgumentException if one is out of its range; its message begins
	 * with {@code prefix-index.} and the property's name
	 */
	public PrefixIndexSettings {
		Checks.notNull("prefix-index.accents", accents);
		Checks.between("prefix-index.max-payload", maxPayload, 1, 65_536);
	}

	/**
	 * Accents count, payloads have up to 4096 bytes.
	 * @return the settings
	 */
	public static PrefixIndexSettings defaults() {
		return new PrefixIndexSettings(Accents.KEEP, 4096);
	}

	public PrefixIndexSettings withAccents(Accents other) {
		return new PrefixIndexSettings(other, this.maxPayload);
	}

	public PrefixIndexSettings withMaxPayload(int other) {
		return new PrefixIndexSettings(this.accents, other);
	}

}
