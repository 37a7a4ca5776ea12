// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.crowd;

/**
 * An answer says neither yes nor no: asking again may help.
 *
 * @since 1.0.0
 */
public final class UnclearReplyException extends UnusableGuideException {

	private static final long serialVersionUID = 1L;

	UnclearReplyException(String message) {
		super(message);
	}

}
