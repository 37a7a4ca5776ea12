// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.codec;

import io.github.rediscomponents.RedisComponentsException;

/**
 * A value could not be turned into bytes, or bytes are not a value of the expected type.
 *
 * @since 1.0.0
 */
public final class CodecException extends RedisComponentsException {

	private static final long serialVersionUID = 1L;

	public CodecException(String message, Throwable cause) {
		super(message, cause);
	}

}
