// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.server;

import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.TrustManagerFactory;

import io.lettuce.core.SslOptions;
import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.RedisConfiguration;

/**
 * The addresses and credentials of Redis in the application's configuration.
 *
 * @param configuration the topology, its nodes and the credentials
 * @param ssl the options of TLS, or null if the connections are not encrypted
 * @since 1.0.0
 */
public record RedisAddresses(RedisConfiguration configuration, @Nullable SslOptions ssl) {

	/**
	 * Converts the keys of an SSL bundle, which are the same in each generation of Spring
	 * Boot, for Lettuce.
	 * @param keys the certificates of the client
	 * @param trust the trusted authorities
	 * @param ciphers the cipher suites, or null for the default ones
	 * @param protocols the versions of TLS, or null for the default ones
	 * @return the options
	 */
	public static SslOptions sslOptions(KeyManagerFactory keys, TrustManagerFactory trust, String @Nullable [] ciphers,
			String @Nullable [] protocols) {
		SslOptions.Builder options = SslOptions.builder().keyManager(keys).trustManager(trust);
		if (ciphers != null) {
			options.cipherSuites(ciphers);
		}
		if (protocols != null) {
			options.protocols(protocols);
		}
		return options.build();
	}

	/** Names the topology only; its configuration has passwords. */
	@Override
	public String toString() {
		return this.configuration.getClass().getSimpleName() + ((this.ssl != null) ? " with TLS" : "");
	}

}
