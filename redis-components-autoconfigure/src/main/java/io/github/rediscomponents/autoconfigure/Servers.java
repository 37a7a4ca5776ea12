// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;

import io.lettuce.core.resource.ClientResources;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.HierarchicalBeanFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.env.Environment;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.RedisComponents;
import io.github.rediscomponents.RedisPort;
import io.github.rediscomponents.autoconfigure.queue.QueueLifecycle;
import io.github.rediscomponents.autoconfigure.refresh.PropertySettings;
import io.github.rediscomponents.autoconfigure.server.ServerObservers;
import io.github.rediscomponents.cache.CacheClient;
import io.github.rediscomponents.queue.WorkQueues;
import io.github.rediscomponents.social.Feed;
import io.github.rediscomponents.social.FollowGraph;
import io.github.rediscomponents.social.FollowObserver;
import io.github.rediscomponents.support.MadeObjects;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.support.server.ServerUse;

/**
 * The components of several Redis. A bean only if further ones are declared below
 * {@code redis-components.servers}. A component, and the connections of a server, are
 * made when they are first used.
 *
 * @since 1.0.0
 */
public final class Servers {

	/** The name of the Redis of the application. */
	public static final String DEFAULT = Placement.DEFAULT;

	static final String BEAN = "redisComponentsServers";

	private static final Logger logger = LoggerFactory.getLogger(Servers.class);

	private final ConfigurableListableBeanFactory beans;

	private final Placement placement;

	private final Map<String, ServerSource> sources = new LinkedHashMap<>();

	private final Map<String, RedisComponents> components = new LinkedHashMap<>();

	private final MadeObjects placed = new MadeObjects("RedisComponents");

	Servers(ConfigurableListableBeanFactory beans, Environment environment, PropertySettings settings) {
		this.beans = beans;
		Dependents.register(beans, BEAN, RedisPort.class, Background.class, ClientResources.class);
		this.placement = Placement.of(environment);
		Duration timeout = RedisComponentsProperties.of(environment).commandTimeout();
		SpringComponentSource shared = new SpringComponentSource(beans, settings, () -> null);
		add(Placement.DEFAULT, shared, null);
		this.placement.servers().forEach((name, properties) -> {
			ServerConnection connection = ServerConnection.of(beans, name, properties);
			ServerUse use = new ServerUse("server '" + name + "'", () -> hasCachesOnly(name));
			add(name, shared, () -> {
				CommandPort port = CommandPort.open(connection.connector(use), shared.background(), timeout);
				port.spans().use(CommandPort.of(shared.redis()).spans()::begin);
				return port;
			});
		});
	}

	private void add(String name, SpringComponentSource shared, @Nullable Supplier<CommandPort> opener) {
		ServerSource source = new ServerSource(name, shared, opener, this);
		this.sources.put(name, source);
		this.components.put(name, RedisComponents.of(source));
	}

	/**
	 * Returns the observers of the components of a server. A follow graph notifies the
	 * feed of its own server; the graph that is injected without a qualifier, the feed
	 * that is.
	 */
	<O> Stream<O> observers(String server, Class<O> type) {
		ServerObservers own = this.beans.getBeanProvider(ServerObservers.class).getIfAvailable(() -> Servers::ofAll);
		Stream<O> all = this.beans.getBeanProvider(type)
			.orderedStream((candidate) -> !Feed.class.isAssignableFrom(candidate))
			.map((one) -> own.of(server, type, one));
		return (type == FollowObserver.class && this.beans.getBeanNamesForType(Feed.class, true, false).length > 0)
				? Stream.concat(all, Stream.of(type.cast(feed(server)))) : all;
	}

	private Feed feed(String server) {
		return server.equals(server(FollowGraph.class)) ? this.beans.getBean(Feed.class)
				: component(server, Feed.class);
	}

	private static <O> O ofAll(String server, Class<O> type, O observer) {
		return observer;
	}

	/**
	 * Returns the servers of a context, without those of its parent.
	 * @param beans the beans of the context
	 * @return null if there is one Redis only
	 */
	public static @Nullable Servers ownOf(BeanFactory beans) {
		boolean own = beans instanceof HierarchicalBeanFactory context && context.containsLocalBean(BEAN);
		return own ? beans.getBean(BEAN, Servers.class) : null;
	}

	/**
	 * Returns the names of the servers.
	 * @return {@code default} for the Redis of the application first, then the declared
	 * ones
	 */
	public Set<String> names() {
		return this.components.keySet();
	}

	/**
	 * Returns the server of a component.
	 * @param type the type of the component
	 * @return the server that the properties name, else {@code default}
	 */
	public String server(Class<?> type) {
		return this.placement.server(bean(type));
	}

	/**
	 * Returns the server of an instance of a component.
	 * @param type the type of the component
	 * @param instance the name of the instance
	 * @return the server that the properties name, else that of the component
	 */
	public String server(Class<?> type, String instance) {
		return this.placement.server(bean(type), instance);
	}

	/**
	 * Returns a component of one server.
	 * @param server the name of the server
	 * @param type the type of the component
	 * @param <C> the type of the component
	 * @return the same object at each call
	 */
	public <C> C component(String server, Class<C> type) {
		RedisComponents known = components(server);
		if (type == RedisComponents.class) {
			return type.cast(known);
		}
		C component = bean(type).from(known);
		if (component instanceof Feed feed) {
			this.beans.getBean(QueueLifecycle.class).feeds().workOn(feed);
		}
		return component;
	}

	private RedisComponents components(String server) {
		RedisComponents known = this.components.get(server);
		if (known == null) {
			throw new IllegalArgumentException("There is no server '" + server + "', only " + names());
		}
		return known;
	}

	/**
	 * Returns the component that is injected without a qualifier. If its instances are on
	 * several servers, it passes each call on to the one of the instance.
	 * @param type the type of the component
	 * @param <C> the type of the component
	 * @return the same object at each call
	 */
	public <C> C placed(Class<C> type) {
		return this.placed.get(type, () -> place(bean(type)));
	}

	private <C> C place(ComponentBean<C> bean) {
		Set<String> servers = this.placement.servers(bean);
		if (servers.size() == 1) {
			return bean.from(components(servers.iterator().next()));
		}
		return Routed.of(bean.type(), (name) -> bean.from(components(this.placement.server(bean, name))),
				() -> servers.stream().map((server) -> bean.from(components(server))).toList());
	}

	/**
	 * Returns the components of a type that have been made.
	 * @param type a type of components
	 * @param <C> the type
	 * @return one for each server that has one, by the name of the server
	 */
	public <C> Map<String, C> used(Class<C> type) {
		Map<String, C> used = new LinkedHashMap<>();
		this.sources.forEach((name, source) -> source.made(type).forEach((one) -> used.put(name, one)));
		return used;
	}

	/**
	 * Returns the connections that have been opened.
	 * @return one for each server that is used, by the name of the server
	 */
	public Map<String, RedisPort> ports() {
		Map<String, RedisPort> ports = new LinkedHashMap<>();
		this.sources.forEach((name, source) -> source.port().ifPresent((port) -> ports.put(name, port)));
		return ports;
	}

	/**
	 * Stops the consumers of all servers.
	 * @param patience how long to wait in all, zero or more
	 * @return whether all handlers completed in time
	 */
	public boolean stopQueues(Duration patience) {
		long deadline = System.nanoTime() + patience.toNanos();
		boolean clean = true;
		for (ServerSource source : this.sources.values()) {
			for (WorkQueues queues : source.made(WorkQueues.class)) {
				clean &= queues.stop(Duration.ofNanos(Math.max(0, deadline - System.nanoTime())));
			}
		}
		return clean;
	}

	/** Returns whether a server is used for caches and nothing else. */
	boolean hasCachesOnly(String server) {
		ServerSource source = this.sources.get(server);
		List<Object> made = (source != null) ? source.made(Object.class) : List.of();
		return !made.isEmpty() && made.stream().allMatch(CacheClient.class::isInstance);
	}

	/**
	 * Connects to the servers that are used already, without waiting.
	 * @param wanted returns whether a failure is of interest
	 */
	void connect(BooleanSupplier wanted) {
		this.sources.forEach((name, source) -> source.port()
			.ifPresent((port) -> FirstPing.send(port, wanted, logger, "Cannot use Redis server '{}' yet", name)));
	}

	/** Closes the connections; the next use opens new ones. */
	void disconnect() {
		this.sources.values().forEach((source) -> source.port().ifPresent(CommandPort::disconnect));
	}

	/** Closes the components; their connections stay open. */
	void closeComponents() {
		this.sources.values().forEach(ServerSource::closeComponents);
	}

	/** Closes the connections but those that are a bean. */
	void closeConnections() {
		this.sources.values().forEach((source) -> source.port().ifPresent(CommandPort::close));
	}

	/** Closes all that is still open. */
	void close() {
		closeComponents();
		closeConnections();
	}

	private static <C> ComponentBean<C> bean(Class<C> type) {
		ComponentBean<C> bean = ComponentBean.of(type);
		if (bean == null) {
			throw new IllegalArgumentException(type + " is not a component");
		}
		return bean;
	}

}
