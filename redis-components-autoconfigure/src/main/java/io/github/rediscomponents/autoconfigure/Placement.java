// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.core.env.Environment;

import io.github.rediscomponents.autoconfigure.diagnostics.InvalidPropertyException;
import io.github.rediscomponents.autoconfigure.diagnostics.Suggestion;
import io.github.rediscomponents.autoconfigure.diagnostics.UserInfo;
import io.github.rediscomponents.autoconfigure.refresh.PropertySettings;
import io.github.rediscomponents.autoconfigure.server.ServerProperties;

/**
 * The server of each component and of each declared instance.
 *
 * @param servers the declared servers by name
 * @param components names of servers by the prefix of a component
 * @param instances names of servers by the property of an instance
 */
record Placement(Map<String, ServerProperties> servers, Map<String, String> components, Map<String, String> instances) {

	/** The name of the application's Redis. */
	static final String DEFAULT = "default";

	static final String SERVERS = "redis-components.servers";

	private static final ConfigurationPropertyName ROOT = ConfigurationPropertyName.of("redis-components");

	private static final ConfigurationPropertyName SERVERS_NAME = ConfigurationPropertyName.of(SERVERS);

	private static final ConfigurationPropertyName FACTORY = ROOT.append("connection-factory");

	/**
	 * Reads and checks the properties.
	 * @throws InvalidPropertyException if a server is declared with an invalid name, or a
	 * property names a server that is not declared
	 */
	static Placement of(Environment environment) {
		Map<String, ServerProperties> servers = PropertySettings.entries(environment, SERVERS, ServerProperties.class);
		servers.forEach((name, properties) -> {
			if (!name.matches("[A-Za-z][A-Za-z0-9_-]*") || name.equals(DEFAULT)) {
				throw new InvalidPropertyException(SERVERS + "." + name,
						"must have a name of letters, digits and dashes other than '" + DEFAULT
								+ "', which is the Redis of the application");
			}
		});
		Placement placement = new Placement(servers, new LinkedHashMap<>(), new LinkedHashMap<>());
		ComponentBean.ALL.stream()
			.filter((bean) -> PropertySettings.isEnabled(environment, bean.prefix()))
			.forEach((bean) -> placement.read(environment, bean));
		return placement;
	}

	/**
	 * Checks the properties after a change.
	 * @throws InvalidPropertyException if one is invalid
	 */
	static void check(Environment environment) {
		try {
			RedisComponentsProperties.of(environment);
			of(environment);
		}
		catch (BindException ex) {
			throw new InvalidPropertyException(ex.getName().toString(), "must be readable: " + ex.getMessage(), ex);
		}
	}

	private void read(Environment environment, ComponentBean<?> bean) {
		String property = bean.prefix() + ".server";
		String server = PropertySettings.text(environment, property);
		if (server != null) {
			this.components.put(bean.prefix(), checked(property, server));
		}
		if (bean.instances() != null) {
			String declarations = bean.prefix() + '.' + bean.instances();
			PropertySettings.entries(environment, declarations, Placed.class).forEach((name, placed) -> {
				if (placed.server() != null) {
					this.instances.put(declarations + '.' + name,
							checked(declarations + '.' + name + ".server", placed.server()));
				}
			});
		}
	}

	private String checked(String property, String server) {
		Set<String> names = names();
		if (!names.contains(server)) {
			throw new InvalidPropertyException(property, "must be the name of a server, one of " + names + ", was '"
					+ UserInfo.maskedAddress(server) + "'." + Suggestion.of(server, names));
		}
		return server;
	}

	/** Returns the names of all servers, that of the application first. */
	Set<String> names() {
		Set<String> names = new LinkedHashSet<>(Set.of(DEFAULT));
		names.addAll(this.servers.keySet());
		return names;
	}

	/**
	 * Returns the server of a component, and of those of its instances that name none.
	 */
	String server(ComponentBean<?> bean) {
		return this.components.getOrDefault(bean.prefix(), DEFAULT);
	}

	/** Returns the server of an instance, declared or not. */
	String server(ComponentBean<?> bean, String instance) {
		return (bean.instances() != null)
				? this.instances.getOrDefault(bean.prefix() + '.' + bean.instances() + '.' + instance, server(bean))
				: server(bean);
	}

	/**
	 * Returns the servers of a component and its instances, that of the component first.
	 */
	Set<String> servers(ComponentBean<?> bean) {
		Set<String> all = new LinkedHashSet<>(Set.of(server(bean)));
		if (bean.instances() != null) {
			String declarations = bean.prefix() + '.' + bean.instances() + '.';
			this.instances.forEach((property, server) -> {
				if (property.startsWith(declarations)) {
					all.add(server);
				}
			});
		}
		return all;
	}

	/**
	 * Returns the properties that decide this and take effect at start-up only, as they
	 * are written.
	 */
	static Map<String, String> written(Environment environment) {
		Map<String, String> written = new TreeMap<>();
		for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
			if (source instanceof IterableConfigurationPropertySource iterable) {
				iterable.stream().filter(Placement::isFixed).forEach((name) -> {
					ConfigurationProperty property = source.getConfigurationProperty(name);
					if (property != null) {
						written.putIfAbsent(name.toString(), String.valueOf(property.getValue()));
					}
				});
			}
		}
		return written;
	}

	private static boolean isFixed(ConfigurationPropertyName name) {
		return ROOT.isAncestorOf(name) && (SERVERS_NAME.isAncestorOf(name) || FACTORY.equals(name)
				|| name.getLastElement(Form.UNIFORM).equals("server"));
	}

	/**
	 * The part of a declaration that is read here.
	 *
	 * @param server the name of a server
	 */
	record Placed(@Nullable String server) {

	}

}
