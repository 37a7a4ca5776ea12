// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.port;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.RedisUnavailableException.Outcome;
import io.github.rediscomponents.RedisUnavailableException;

/**
 * A port whose scripts fail when too few replicas acknowledged them.
 */
final class ReplicatedPort extends PortView {

	private final int minReplicas;

	private final Duration patience;

	/**
	 * A view of a port.
	 * @param port the port
	 * @param minReplicas how many replicas are enough
	 * @param patience how long to wait for them
	 */
	ReplicatedPort(CommandPort port, int minReplicas, Duration patience) {
		super(port);
		this.minReplicas = minReplicas;
		this.patience = patience;
	}

	@Override
	public <T extends @Nullable Object> T eval(LuaScript<T> script, String[] keys, byte[]... args) {
		Replicated<T> replicated = evalReplicated(script, keys, this.minReplicas, this.patience, args);
		if (replicated.replicas() < this.minReplicas) {
			throw tooFew(replicated);
		}
		return replicated.reply();
	}

	@Override
	public <T extends @Nullable Object> CompletionStage<T> evalAsync(LuaScript<T> script, String[] keys,
			byte[]... args) {
		CompletableFuture<T> result = new CompletableFuture<>();
		evalReplicatedAsync(script, keys, this.minReplicas, this.patience, args).whenComplete((replicated, failure) -> {
			if (failure != null) {
				result.completeExceptionally(failure);
			}
			else if (replicated.replicas() < this.minReplicas) {
				result.completeExceptionally(tooFew(replicated));
			}
			else {
				result.complete(replicated.reply());
			}
		});
		return result;
	}

	// Callers must take it back, as after an answer that was lost.
	private RedisUnavailableException tooFew(Replicated<?> replicated) {
		return new RedisUnavailableException("Only " + replicated.replicas() + " of " + this.minReplicas
				+ " replicas acknowledged within " + this.patience, Outcome.UNKNOWN, null);
	}

	@Override
	public CommandPort withTimeout(Duration timeout) {
		return new ReplicatedPort(port().withTimeout(timeout), this.minReplicas, this.patience);
	}

}
