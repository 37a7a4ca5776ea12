// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents;

/**
 * The connections of the components to one Redis. Opaque: {@link RedisComponents} and the
 * auto-configuration make it, components use it.
 *
 * @since 1.0.0
 */
public interface RedisPort extends AutoCloseable {

	/** Closes the connections; the client of the application stays open. */
	@Override
	void close();

}
