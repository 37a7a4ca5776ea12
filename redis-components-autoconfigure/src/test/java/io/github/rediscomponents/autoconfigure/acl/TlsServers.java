// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.acl;

import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

import org.opentest4j.TestAbortedException;

import io.github.rediscomponents.test.FreePorts;
import io.github.rediscomponents.test.RedisBinary;
import io.github.rediscomponents.test.RedisServer;
import io.github.rediscomponents.test.RedisStartException;

/**
 * Starts servers that speak TLS, with the configured executable if it can, otherwise with
 * the installed one.
 */
final class TlsServers {

	private TlsServers() {
	}

	/**
	 * A server with a port for TLS.
	 *
	 * @param server the server, whose other port speaks plain text
	 * @param port the port for TLS
	 */
	record TlsServer(RedisServer server, int port) implements AutoCloseable {

		@Override
		public void close() {
			this.server.close();
		}

	}

	/**
	 * Starts a server.
	 * @param name the certificate of the server
	 * @param clients whether clients must have one too: yes, no
	 * @throws TestAbortedException if no executable speaks TLS
	 */
	static TlsServer start(Certificates certificates, String name, String clients) {
		return start(certificates, name, clients, Map.of());
	}

	/**
	 * Starts a server with further settings.
	 * @param name the certificate of the server
	 * @param clients whether clients must have one too: yes, no
	 * @param settings the further lines of its configuration
	 * @throws TestAbortedException if no executable speaks TLS
	 */
	static TlsServer start(Certificates certificates, String name, String clients, Map<String, String> settings) {
		StringBuilder failures = new StringBuilder();
		for (Supplier<RedisBinary> binary : List.<Supplier<RedisBinary>>of(RedisBinary::configured,
				RedisBinary::onPath)) {
			try {
				int port = FreePorts.next(true);
				RedisServer.Builder builder = RedisServer.builder()
					.binary(binary.get())
					.setting("tls-port", String.valueOf(port))
					.setting("tls-cert-file", certificates.certificate(name).toString())
					.setting("tls-key-file", certificates.key(name).toString())
					.setting("tls-ca-cert-file", certificates.certificate("authority").toString())
					.setting("tls-auth-clients", clients);
				settings.forEach(builder::setting);
				return new TlsServer(builder.start(), port);
			}
			catch (RedisStartException ex) {
				failures.append(ex.getMessage()).append('\n');
			}
		}
		throw new TestAbortedException("No redis-server here speaks TLS: " + failures);
	}

}
