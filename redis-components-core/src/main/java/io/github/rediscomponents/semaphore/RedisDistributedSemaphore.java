// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.semaphore;

import java.util.Map;
import java.util.TreeSet;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.lease.LeaseEngine;
import io.github.rediscomponents.lease.QueueCommands;
import io.github.rediscomponents.lease.QueueKeys;
import io.github.rediscomponents.lease.QueueKind;
import io.github.rediscomponents.lock.LockActivity;
import io.github.rediscomponents.support.Checks;
import io.github.rediscomponents.support.port.CommandPort;

/**
 * {@link DistributedSemaphore} with its own scripts.
 */
final class RedisDistributedSemaphore implements DistributedSemaphore {

	private static final String ROOM = "sem";

	private static final int MAX_NAME = 512;

	private final KeySpace keys;

	private final LiveSettings<SemaphoreSettings> settings;

	private final LeaseEngine engine;

	private final QueueCommands commands;

	RedisDistributedSemaphore(CommandPort redis, KeySpace keys, LiveSettings<SemaphoreSettings> settings,
			Background background, SemaphoreObserver observer) {
		this.keys = keys;
		this.settings = settings;
		this.engine = new LeaseEngine(redis, keys, () -> SemaphoreSettingsValues.leases(settings.get()), background,
				new PermitObserver(observer));
		this.commands = new QueueCommands(redis, this.engine.client());
	}

	@Override
	public NamedSemaphore get(String name) {
		SemaphoreOptions first = declared(name);
		// Waiters of a removed declaration end with its last size.
		Supplier<SemaphoreOptions> known = () -> this.settings.get().semaphores().getOrDefault(name, first);
		return new RedisNamedSemaphore(this.engine, queue(name), this.commands, () -> declared(name), known);
	}

	@Override
	public NamedSemaphore get(String name, SemaphoreOptions options) {
		Checks.notNull("options", options);
		Supplier<SemaphoreOptions> given = () -> options;
		return new RedisNamedSemaphore(this.engine, queue(name), this.commands, given, given);
	}

	private QueueKeys queue(String name) {
		return QueueKeys.of(this.keys, ROOM, QueueKind.SEMAPHORE, Checks.hasLength("name", name, MAX_NAME));
	}

	private SemaphoreOptions declared(@Nullable String name) {
		Map<String, SemaphoreOptions> known = this.settings.get().semaphores();
		SemaphoreOptions options = known.get(Checks.notNull("name", name));
		if (options == null) {
			throw new IllegalArgumentException("name must be that of a declared semaphore, one of "
					+ new TreeSet<>(known.keySet()) + ", was '" + name + "'");
		}
		return options;
	}

	@Override
	public LockActivity activity() {
		return this.engine.activity();
	}

	@Override
	public LockActivity activity(int most) {
		return this.engine.activity(Checks.between("most", most, 0, Integer.MAX_VALUE));
	}

	LeaseEngine engine() {
		return this.engine;
	}

	@Override
	public void close() {
		this.engine.close();
	}

}
