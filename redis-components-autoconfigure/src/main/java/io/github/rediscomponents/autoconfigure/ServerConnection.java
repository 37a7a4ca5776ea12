// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure;

import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.lettuce.core.resource.ClientResources;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.github.rediscomponents.autoconfigure.diagnostics.InvalidPropertyException;
import io.github.rediscomponents.autoconfigure.diagnostics.Suggestion;
import io.github.rediscomponents.autoconfigure.diagnostics.UserInfo;
import io.github.rediscomponents.autoconfigure.refresh.PropertySettings;
import io.github.rediscomponents.autoconfigure.server.ServerProperties;
import io.github.rediscomponents.support.server.ReconnectCheck;
import io.github.rediscomponents.support.server.RedisAddresses;
import io.github.rediscomponents.support.server.RedisConnector;
import io.github.rediscomponents.support.server.ServerUse;

/**
 * The way to one further Redis, checked at the start. Opens nothing by itself.
 */
final class ServerConnection {

	private static final Pattern REFUSAL = Pattern.compile("(?:([a-z.-]+) )?(must .*)", Pattern.DOTALL);

	private final Function<ServerUse, RedisConnector> connector;

	private ServerConnection(Function<ServerUse, RedisConnector> connector) {
		this.connector = connector;
	}

	/**
	 * Checks the properties of a server.
	 * @throws InvalidPropertyException if they are invalid
	 */
	static ServerConnection of(ConfigurableListableBeanFactory beans, String name, ServerProperties properties) {
		String prefix = Placement.SERVERS + '.' + name;
		try {
			properties.check();
			String factory = properties.connectionFactory();
			if (factory != null) {
				LettuceConnectionFactory lettuce = factory(beans, prefix + ".connection-factory", factory);
				return new ServerConnection(
						(use) -> ApplicationRedisConnector.of(lettuce, null, null, use, useSsl(factory)));
			}
			RedisAddresses addresses = properties
				.toAddresses(() -> beans.getBeanProvider(SslBundles.class).getIfAvailable());
			return new ServerConnection((use) -> ApplicationRedisConnector.at(addresses,
					beans.getBeanProvider(ClientResources.class).getIfUnique(), properties.clientName(), use,
					prefix + ".ssl.enabled and the scheme of its url"));
		}
		catch (InvalidPropertyException ex) {
			throw ex;
		}
		catch (IllegalArgumentException ex) {
			throw refusal(prefix, ex);
		}
	}

	/** Names what determines whether a factory uses TLS. */
	static String useSsl(String factory) {
		return "useSsl() of the connection factory '" + factory + "'";
	}

	private static InvalidPropertyException refusal(String prefix, IllegalArgumentException refusal) {
		Matcher matcher = REFUSAL.matcher(String.valueOf(refusal.getMessage()));
		if (!matcher.matches()) {
			return new InvalidPropertyException(prefix, "is not valid: " + refusal.getMessage(), refusal);
		}
		String property = (matcher.group(1) != null) ? prefix + '.' + matcher.group(1) : prefix;
		return new InvalidPropertyException(property, matcher.group(2), refusal);
	}

	/**
	 * Returns the connection factory that a property names.
	 * @throws InvalidPropertyException if there is no such bean, or if it belongs to
	 * another driver, or if it cannot recover
	 */
	static LettuceConnectionFactory factory(ConfigurableListableBeanFactory beans, String property, String name) {
		List<String> known = Arrays.asList(beans.getBeanNamesForType(RedisConnectionFactory.class, true, false));
		if (!known.contains(name)) {
			throw new InvalidPropertyException(property, "must be the name of a RedisConnectionFactory bean, one of "
					+ known + ", was '" + UserInfo.maskedAddress(name) + "'." + Suggestion.of(name, known));
		}
		RedisConnectionFactory factory = beans.getBean(name, RedisConnectionFactory.class);
		if (factory instanceof LettuceConnectionFactory lettuce) {
			return reconnecting(property, lettuce);
		}
		throw new InvalidPropertyException(property, "must be the name of a LettuceConnectionFactory, but '" + name
				+ "' is a " + factory.getClass().getName() + "; set the addresses below the server instead");
	}

	/**
	 * Checks that a factory recovers from lost connections.
	 * @throws InvalidPropertyException if it does not
	 */
	static LettuceConnectionFactory reconnecting(String property, LettuceConnectionFactory factory) {
		return PropertySettings.checked(property, () -> ReconnectCheck.passed(factory));
	}

	RedisConnector connector(ServerUse use) {
		return this.connector.apply(use);
	}

}
