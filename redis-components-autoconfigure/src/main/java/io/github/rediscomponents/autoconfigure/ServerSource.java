// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.ComponentSource;
import io.github.rediscomponents.ComponentType;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.RedisPort;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.filter.BloomFilters;
import io.github.rediscomponents.support.MadeObjects;
import io.github.rediscomponents.support.port.CommandPort;

/**
 * Supplies the components of one server, each of which is made once. What a component is
 * built on is on the same server: the streams of a task queue, the tasks of a feed. A
 * Bloom filter that a cache consults is only referred to, and is on the server of its own
 * declaration.
 */
final class ServerSource implements ComponentSource {

	private final String name;

	private final ComponentSource shared;

	/** Null for the Redis of the application, whose port is a bean. */
	private final @Nullable Supplier<CommandPort> opener;

	private final Servers servers;

	private final MadeObjects made;

	private final MadeObjects ports;

	ServerSource(String name, ComponentSource shared, @Nullable Supplier<CommandPort> opener, Servers servers) {
		this.name = name;
		this.shared = shared;
		this.opener = opener;
		this.servers = servers;
		this.made = new MadeObjects("Redis server '" + name + "'");
		this.ports = new MadeObjects("Redis server '" + name + "'");
	}

	@Override
	public RedisPort redis() {
		return (this.opener != null) ? this.ports.get(CommandPort.class, this.opener) : this.shared.redis();
	}

	@Override
	public KeySpace keys() {
		return this.shared.keys();
	}

	@Override
	public Background background() {
		return this.shared.background();
	}

	@Override
	public ValueCodecs codecs() {
		return this.shared.codecs();
	}

	@Override
	public <S> LiveSettings<S> settings(ComponentType<S> type) {
		return this.shared.settings(type);
	}

	@Override
	public <O> Stream<O> observers(Class<O> type) {
		return this.servers.observers(this.name, type);
	}

	@Override
	public <C> C component(Class<C> type, Supplier<C> maker) {
		return this.made.get(type, maker);
	}

	@Override
	public <C> C needed(Class<C> type, Supplier<C> maker) {
		return (type == BloomFilters.class) ? this.shared.needed(type, maker) : maker.get();
	}

	/** Returns what has been made and has a type. */
	<C> List<C> made(Class<C> type) {
		return this.made.all(type);
	}

	/** Returns the connections, if they have been used and are not a bean. */
	Optional<CommandPort> port() {
		return this.ports.all(CommandPort.class).stream().findFirst();
	}

	/** Closes the components, the last one first. */
	void closeComponents() {
		this.made.close();
	}

}
