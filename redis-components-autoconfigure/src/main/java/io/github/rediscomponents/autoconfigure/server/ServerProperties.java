// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.server;

import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Stream;

import io.lettuce.core.SslOptions;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.ssl.NoSuchSslBundleException;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundles;

import io.github.rediscomponents.support.Checks;
import io.github.rediscomponents.support.server.RedisAddresses;

/**
 * Properties of one further Redis: the name of a connection factory, or addresses with
 * the names that they have below {@code spring.data.redis}.
 *
 * @param connectionFactory Name of a LettuceConnectionFactory bean, instead of addresses.
 * @param url URL of one server, such as rediss://user:password@host:6379/0, instead of
 * host, port and database.
 * @param host Host of one server.
 * @param port Port of the server.
 * @param database Number of the database; 0 on a cluster.
 * @param username Name of the user.
 * @param password Password of the user.
 * @param clientName Name that the connections have in CLIENT LIST, before what they are
 * for.
 * @param ssl Encryption of the connections.
 * @param sentinel Sentinels that know the server.
 * @param cluster Some nodes of a cluster.
 * @param masterreplica A primary and its replicas, in any order.
 * @since 1.0.0
 */
public record ServerProperties(@Nullable String connectionFactory, @Nullable String url, @Nullable String host,
		@DefaultValue("6379") int port, @DefaultValue("0") int database, @Nullable String username,
		@Nullable String password, @Nullable String clientName, @NestedConfigurationProperty @DefaultValue Ssl ssl,
		@NestedConfigurationProperty @Nullable Sentinel sentinel, @NestedConfigurationProperty @Nullable Nodes cluster,
		@NestedConfigurationProperty @Nullable Nodes masterreplica) {

	/**
	 * Checks that there is one way to the server.
	 * @throws IllegalArgumentException if there is none, or more than one
	 */
	public void check() {
		long ways = Stream
			.of(this.connectionFactory, this.url, this.host, this.sentinel, this.cluster, this.masterreplica)
			.filter(Objects::nonNull)
			.count();
		Checks.isTrue(ways == 1,
				"must set one of connection-factory, url, host, sentinel, cluster and masterreplica, set " + ways);
		Checks.isTrue(
				this.connectionFactory == null
						|| Stream.of(this.username, this.password, this.clientName).allMatch(Objects::isNull)
								&& !this.ssl.isEnabled(),
				"must not set username, password, client-name or ssl, which the connection factory has");
		Checks.isTrue(this.database >= 0, "database must be at least 0, was " + this.database);
		Checks.isTrue(this.database == 0 || this.cluster == null, "database must be 0 on a cluster");
		Checks.isTrue(this.port > 0 && this.port < 65536, "port must be between 1 and 65535, was " + this.port);
		Checks.isTrue(this.url == null || this.database == 0 && this.username == null && this.password == null,
				"must not set database, username or password beside url, which contains them");
	}

	/**
	 * Returns the addresses. Messages of exceptions never contain a URL, because it may
	 * include a password.
	 * @param bundles the SSL bundles of the application
	 * @return the addresses with the credentials
	 * @throws IllegalArgumentException if an address is invalid or the bundle is unknown
	 */
	public RedisAddresses toAddresses(Supplier<@Nullable SslBundles> bundles) {
		ServerUrl parsed = (this.url != null) ? ServerUrl.of(this.url) : null;
		boolean encrypted = this.ssl.isEnabled() || parsed != null && parsed.encrypted();
		return new RedisAddresses(new ServerTopology(this, parsed).toConfiguration(),
				encrypted ? sslOptions(bundles) : null);
	}

	private SslOptions sslOptions(Supplier<@Nullable SslBundles> bundles) {
		String name = this.ssl.bundle();
		if (name == null) {
			return SslOptions.create();
		}
		SslBundles known = bundles.get();
		if (known == null) {
			throw new IllegalArgumentException("ssl.bundle must be the name of a bundle, but the application has none");
		}
		SslBundle bundle = bundle(known, name);
		return RedisAddresses.sslOptions(bundle.getManagers().getKeyManagerFactory(),
				bundle.getManagers().getTrustManagerFactory(), bundle.getOptions().getCiphers(),
				bundle.getOptions().getEnabledProtocols());
	}

	private static SslBundle bundle(SslBundles bundles, String name) {
		try {
			return bundles.getBundle(name);
		}
		catch (NoSuchSslBundleException ex) {
			throw new IllegalArgumentException("ssl.bundle must be the name of a bundle, was '" + name + "'", ex);
		}
	}

	/** Does not contain the password. */
	@Override
	public String toString() {
		return "ServerProperties"
				+ Stream.of(this.connectionFactory, this.host, this.sentinel, this.cluster, this.masterreplica)
					.filter(Objects::nonNull)
					.toList();
	}

	/**
	 * Encryption of the connections.
	 *
	 * @param enabled Whether the connections are encrypted; true if a bundle is set.
	 * @param bundle Name of the SSL bundle; without one, the authorities of the JVM are
	 * trusted.
	 */
	public record Ssl(@Nullable Boolean enabled, @Nullable String bundle) {

		boolean isEnabled() {
			return (this.enabled != null) ? this.enabled : this.bundle != null;
		}

	}

	/**
	 * Sentinels that know the server.
	 *
	 * @param master Name of the server.
	 * @param nodes Addresses of the Sentinels, host:port.
	 * @param username Name of the user at the Sentinels.
	 * @param password Password of the user at the Sentinels.
	 */
	public record Sentinel(@Nullable String master, @DefaultValue List<String> nodes, @Nullable String username,
			@Nullable String password) {

		/** Does not contain the password. */
		@Override
		public String toString() {
			return this.master + " of " + this.nodes;
		}

	}

	/**
	 * Addresses of several servers.
	 *
	 * @param nodes Addresses, host:port.
	 */
	public record Nodes(@DefaultValue List<String> nodes) {

	}

}
