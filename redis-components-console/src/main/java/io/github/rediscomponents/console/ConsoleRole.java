// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.console;

/**
 * What a user of the console may do.
 *
 * @since 1.0.0
 */
public enum ConsoleRole {

	/** Nothing. */
	NONE,

	/** See everything but keys of users and values. */
	READ,

	/** See everything and perform actions. */
	OPERATE

}
