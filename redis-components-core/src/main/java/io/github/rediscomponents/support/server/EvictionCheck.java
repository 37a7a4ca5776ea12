// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.server;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.support.FailureLog;

/**
 * Warns once when the server may evict keys. An eviction takes single keys of a component
 * without a notice. Waits for nothing and fails nothing: where a user may neither run
 * INFO nor CONFIG GET, the policy is unknown.
 *
 * @since 1.0.0
 */
public final class EvictionCheck {

	private static final Logger logger = LoggerFactory.getLogger(EvictionCheck.class);

	private static final String NEVER = "noeviction";

	private static final Pattern POLICY = Pattern.compile("maxmemory_policy:(\\S+)");

	private static final Pattern LIMIT = Pattern.compile("maxmemory:(\\d+)");

	private final ServerUse use;

	private final AtomicBoolean answered = new AtomicBoolean();

	/**
	 * Creates a check that has read nothing yet.
	 * @param use what the server is used for
	 */
	public EvictionCheck(ServerUse use) {
		this.use = use;
	}

	/**
	 * Reads the policy on a connection, unless the server has answered before.
	 * @param commands those of the connection
	 */
	public void connected(RedisClusterAsyncCommands<String, byte[]> commands) {
		if (this.answered.get()) {
			return;
		}
		ask(commands).whenComplete((policy, failure) -> {
			if (failure != null) {
				FailureLog.debug(logger, failure, "Cannot read the maxmemory-policy of the server");
			}
			// Without an answer the next connection repeats the check, as after a
			// refusal that passes.
			if (failure == null && mayEvict(policy) && this.use.cachesOnly().getAsBoolean()) {
				// The next connection repeats the check with the components of then.
				return;
			}
			boolean answers = failure == null || Failures.translate(failure) instanceof RedisCommandException;
			if (answers && this.answered.compareAndSet(false, true) && failure == null && mayEvict(policy)) {
				logger.warn(
						"The maxmemory-policy of {} is {}: it may evict single keys of locks, queues, "
								+ "sessions and all other components, which then lose what these keep; set it to {}",
						this.use.server(), policy, NEVER);
			}
		});
	}

	private static boolean mayEvict(String policy) {
		return !policy.isEmpty() && !policy.equals(NEVER);
	}

	/** Returns the policy; empty if it is not known or there is no limit of memory. */
	private static CompletionStage<String> ask(RedisClusterAsyncCommands<String, byte[]> commands) {
		try {
			return commands.info("memory")
				.thenApply((info) -> policy(first(POLICY, info), first(LIMIT, info)))
				.handle((policy, refusal) -> (refusal == null && !policy.isEmpty())
						? CompletableFuture.completedStage(policy) : fromConfig(commands))
				.thenCompose(Function.identity());
		}
		catch (RuntimeException ex) {
			return CompletableFuture.failedStage(ex);
		}
	}

	private static CompletionStage<String> fromConfig(RedisClusterAsyncCommands<String, byte[]> commands) {
		return commands.configGet("maxmemory*")
			.thenApply((Map<String, String> values) -> policy(values.getOrDefault("maxmemory-policy", ""),
					values.getOrDefault("maxmemory", "")));
	}

	private static String policy(String policy, String limit) {
		return limit.equals("0") ? NEVER : policy;
	}

	private static String first(Pattern pattern, String info) {
		Matcher matcher = pattern.matcher(info);
		return matcher.find() ? matcher.group(1) : "";
	}

}
