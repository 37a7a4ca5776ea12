// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autocomplete;

/**
 * Whether words that differ by accents only are equal.
 *
 * @since 1.0.0
 */
public enum Accents {

	/** {@code e} does not find {@code é}. */
	KEEP,

	/**
	 * {@code e} finds {@code é}, and {@code é} finds {@code e}. Concerns the marks of
	 * Latin, Greek and Cyrillic letters, among them those of {@code ё} and {@code й}.
	 */
	IGNORE

}
