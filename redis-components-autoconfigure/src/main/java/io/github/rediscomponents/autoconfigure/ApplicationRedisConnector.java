// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure;

import java.util.List;
import java.util.Optional;

import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import io.lettuce.core.resource.ClientResources;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisStaticMasterReplicaConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.connection.lettuce.RedisCredentialsProviderFactory;

import io.github.rediscomponents.support.server.RedisAddresses;
import io.github.rediscomponents.support.server.RedisConnector;
import io.github.rediscomponents.support.server.ServerUse;
import io.github.rediscomponents.support.server.TlsMismatch;

/**
 * Connects through the client of the application's Lettuce connection factory. Opens a
 * client of its own if the factory belongs to another driver.
 */
final class ApplicationRedisConnector implements RedisConnector {

	private static final Logger logger = LoggerFactory.getLogger(ApplicationRedisConnector.class);

	private final @Nullable LettuceConnectionFactory lettuce;

	private final @Nullable OwnConnectionFactory own;

	private final RedisConnector connector;

	private final ServerUse use;

	private final TlsMismatch mismatch;

	private ApplicationRedisConnector(@Nullable LettuceConnectionFactory lettuce, @Nullable OwnConnectionFactory own,
			List<RedisURI> replicated, ServerUse use, TlsMismatch mismatch) {
		this.use = use;
		this.mismatch = mismatch;
		this.lettuce = lettuce;
		this.own = own;
		this.connector = replicated.isEmpty() ? RedisConnector.of(this::client)
				: RedisConnector.ofMasterReplica(() -> (RedisClient) client(), replicated);
	}

	static ApplicationRedisConnector of(RedisConnectionFactory factory, @Nullable RedisAddresses addresses,
			@Nullable ClientResources resources, ServerUse use, String setting) {
		List<RedisURI> replicated = (addresses != null) ? ReplicatedUris.of(addresses, credentials(factory))
				: List.of();
		if (factory instanceof LettuceConnectionFactory lettuce) {
			return new ApplicationRedisConnector(lettuce, null, lettuce.isClusterAware() ? List.of() : replicated, use,
					TlsMismatch.of(configuration(lettuce, addresses), lettuce.isUseSsl(), setting));
		}
		if (addresses == null) {
			throw new IllegalStateException("The RedisConnectionFactory is " + factory.getClass().getName()
					+ " and there are no connection details to open a Lettuce client with");
		}
		logger.warn(
				"The application's RedisConnectionFactory is {}, so redis-components opens a Lettuce client of its own."
						+ " With the Redisson starter, exclude its auto-configuration by"
						+ " spring.autoconfigure.exclude to get Lettuce's factory back.",
				factory.getClass().getName());
		return new ApplicationRedisConnector(null, new OwnConnectionFactory(addresses, resources, null), replicated,
				use, mismatch(addresses, setting));
	}

	/**
	 * Connects to addresses through a separate client.
	 * @param addresses the addresses
	 * @param resources the threads of the application's clients, null for own ones
	 * @param clientName the name of the connections, null for none
	 * @param use what the server is used for
	 * @param setting what determines whether the client uses TLS
	 */
	static ApplicationRedisConnector at(RedisAddresses addresses, @Nullable ClientResources resources,
			@Nullable String clientName, ServerUse use, String setting) {
		return new ApplicationRedisConnector(null, new OwnConnectionFactory(addresses, resources, clientName),
				ReplicatedUris.of(addresses, null), use, mismatch(addresses, setting));
	}

	private static TlsMismatch mismatch(RedisAddresses addresses, String setting) {
		return TlsMismatch.of(addresses.configuration(), addresses.ssl() != null, setting);
	}

	private static @Nullable RedisConfiguration configuration(LettuceConnectionFactory lettuce,
			@Nullable RedisAddresses addresses) {
		if (lettuce.isClusterAware()) {
			return lettuce.getClusterConfiguration();
		}
		if (lettuce.isRedisSentinelAware()) {
			return lettuce.getSentinelConfiguration();
		}
		if (addresses != null
				&& addresses.configuration() instanceof RedisStaticMasterReplicaConfiguration replicated) {
			return replicated;
		}
		return (lettuce.getSocketConfiguration() == null) ? lettuce.getStandaloneConfiguration() : null;
	}

	private static @Nullable RedisCredentialsProviderFactory credentials(RedisConnectionFactory factory) {
		return (factory instanceof LettuceConnectionFactory lettuce)
				? lettuce.getClientConfiguration().getRedisCredentialsProviderFactory().orElse(null) : null;
	}

	private AbstractRedisClient client() {
		if (this.lettuce != null) {
			return this.lettuce.getRequiredNativeClient();
		}
		if (this.own != null) {
			return this.own.client();
		}
		throw new IllegalStateException("No connection factory and no connection details");
	}

	@Override
	public StatefulConnection<String, byte[]> connect() {
		return this.connector.connect();
	}

	@Override
	public StatefulRedisPubSubConnection<String, byte[]> connectPubSub() {
		return this.connector.connectPubSub();
	}

	@Override
	public boolean isServing() {
		return this.connector.isServing();
	}

	@Override
	public ServerUse use() {
		return this.use;
	}

	@Override
	public Optional<String> likelyCause() {
		return this.mismatch.find();
	}

	@Override
	public void refreshTopology() {
		this.connector.refreshTopology();
	}

	@Override
	public void close() {
		this.connector.close();
		if (this.own != null) {
			this.own.close();
		}
	}

}
