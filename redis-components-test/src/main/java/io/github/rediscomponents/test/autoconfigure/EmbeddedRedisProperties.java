// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.test.autoconfigure;

import java.nio.file.Path;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Properties of the embedded Redis server for development.
 *
 * @since 1.0.0
 */
@ConfigurationProperties("redis-components.embedded")
public class EmbeddedRedisProperties {

	/**
	 * Whether to start an embedded Redis server for development.
	 */
	private boolean enabled;

	/**
	 * Port of the embedded Redis server, or 0 for one that is free.
	 */
	private int port;

	/**
	 * Directory in which the embedded Redis server keeps its data, so that it outlives a
	 * restart. Without it the data is in memory only.
	 */
	private @Nullable Path dataDirectory;

	/**
	 * Returns whether to start an embedded Redis server.
	 * @return true to start it
	 */
	public boolean isEnabled() {
		return this.enabled;
	}

	/**
	 * Sets whether to start an embedded Redis server.
	 * @param enabled whether to start it
	 */
	public void setEnabled(boolean enabled) {
		this.enabled = enabled;
	}

	/**
	 * Returns the port of the server.
	 * @return the port, or 0 for one that is free
	 */
	public int getPort() {
		return this.port;
	}

	/**
	 * Sets the port of the server.
	 * @param port the port, or 0 for one that is free
	 */
	public void setPort(int port) {
		this.port = port;
	}

	/**
	 * Returns the directory for persistent data.
	 * @return the directory, or {@code null} to keep data in memory only
	 */
	public @Nullable Path getDataDirectory() {
		return this.dataDirectory;
	}

	/**
	 * Sets the directory for persistent data.
	 * @param dataDirectory the directory, or {@code null} to keep data in memory only
	 */
	public void setDataDirectory(@Nullable Path dataDirectory) {
		this.dataDirectory = dataDirectory;
	}

}
