// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.server;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;

import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.RedisNode;

/**
 * Finds a server that expects TLS from a client without it, or the reverse. The failure
 * of such a connection is a reset or a timeout, as in an ordinary outage, so the servers
 * themselves are asked in the other protocol.
 *
 * @param nodes the addresses that the client connects to first, unresolved
 * @param encrypted whether the client uses TLS
 * @param setting what determines that, as messages name it
 * @since 1.0.0
 */
public record TlsMismatch(List<InetSocketAddress> nodes, boolean encrypted, String setting) {

	private static final int MOST_NODES = 3;

	private static final int PATIENCE_MILLIS = 5_000;

	private static final byte[] PING = "PING\r\n".getBytes(StandardCharsets.US_ASCII);

	/** The first byte of a record is its type: an alert or a handshake. */
	private static final String RECORDS = "\u0015\u0016";

	/** A status or an error. */
	private static final String REPLIES = "+-";

	/**
	 * Returns the check of a configuration.
	 * @param configuration the topology and its nodes; null for none
	 * @param encrypted whether the client uses TLS
	 * @param setting what determines that, as messages name it
	 * @return a check without nodes for a domain socket
	 */
	public static TlsMismatch of(@Nullable RedisConfiguration configuration, boolean encrypted, String setting) {
		return new TlsMismatch(nodes(configuration), encrypted, setting);
	}

	private static List<InetSocketAddress> nodes(@Nullable RedisConfiguration configuration) {
		if (configuration instanceof RedisConfiguration.ClusterConfiguration cluster) {
			return addresses(cluster.getClusterNodes());
		}
		if (configuration instanceof RedisConfiguration.SentinelConfiguration sentinel) {
			return addresses(sentinel.getSentinels());
		}
		if (configuration instanceof RedisConfiguration.StaticMasterReplicaConfiguration replicated) {
			return replicated.getNodes().stream().map((node) -> address(node.getHostName(), node.getPort())).toList();
		}
		return (configuration instanceof RedisConfiguration.WithHostAndPort single)
				? List.of(address(single.getHostName(), single.getPort())) : List.of();
	}

	private static List<InetSocketAddress> addresses(Iterable<? extends RedisNode> nodes) {
		List<InetSocketAddress> addresses = new ArrayList<>();
		nodes.forEach((node) -> addresses
			.add(address(Objects.requireNonNull(node.getHost()), Objects.requireNonNull(node.getPort()))));
		return addresses;
	}

	private static InetSocketAddress address(String host, int port) {
		return InetSocketAddress.createUnresolved(host, port);
	}

	/**
	 * Asks some of the servers, one after the other. Blocks for five seconds in all, or
	 * until the one asked last has answered.
	 * @return which server differs and what to change; empty if none answered in the
	 * other protocol
	 */
	public Optional<String> find() {
		long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
		return this.nodes.stream()
			.limit(MOST_NODES)
			.takeWhile((node) -> System.nanoTime() - deadline < 0)
			.filter(this::differs)
			.findFirst()
			.map(this::describe);
	}

	private String describe(InetSocketAddress node) {
		String server = node.getHostString() + ':' + node.getPort();
		return server + (this.encrypted ? " does not use TLS, but the connections do"
				: " expects TLS, which the" + " connections do not use") + "; see " + this.setting;
	}

	private boolean differs(InetSocketAddress node) {
		try (Socket socket = new Socket()) {
			socket.setSoTimeout(PATIENCE_MILLIS);
			socket.connect(new InetSocketAddress(node.getHostString(), node.getPort()), PATIENCE_MILLIS);
			socket.getOutputStream().write(this.encrypted ? PING : clientHello());
			InputStream answer = socket.getInputStream();
			return (this.encrypted ? REPLIES : RECORDS).indexOf(answer.read()) >= 0;
		}
		catch (IOException | GeneralSecurityException ex) {
			return false;
		}
	}

	private static byte[] clientHello() throws IOException, GeneralSecurityException {
		SSLContext context = SSLContext.getInstance("TLS");
		context.init(null, new TrustManager[0], null);
		SSLEngine engine = context.createSSLEngine();
		engine.setUseClientMode(true);
		ByteBuffer hello = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
		engine.wrap(ByteBuffer.allocate(0), hello);
		return Arrays.copyOf(hello.array(), hello.position());
	}

}
