// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lease;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.rediscomponents.support.Attempt;
import io.github.rediscomponents.support.Utf8;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.support.port.LuaScript;
import io.github.rediscomponents.support.port.RedisBatch;

/**
 * A {@link Renewal} by a script that takes many leases of one slot at a time. The scripts
 * of all slots leave in one batch.
 *
 * @since 1.0.0
 */
public final class ScriptRenewal implements Renewal {

	private static final int MOST = 100;

	private final CommandPort redis;

	private final LuaScript<List<Object>> script;

	private final Function<RedisLease, String[]> keys;

	private final Args args;

	/**
	 * Creates the renewal of one kind.
	 * @param script replies 1 or 0 for each lease
	 * @param keys the keys of a lease
	 * @param args the arguments of a lease
	 */
	public ScriptRenewal(CommandPort redis, LuaScript<List<Object>> script, Function<RedisLease, String[]> keys,
			Args args) {
		this.redis = redis;
		this.script = script;
		this.keys = keys;
		this.args = args;
	}

	@Override
	public boolean renew(RedisLease lease, long millis) {
		List<RedisLease> one = List.of(lease);
		return Utf8.number(this.redis.eval(this.script, keys(one), args(one, new long[] { millis })).get(0)) == 1;
	}

	@Override
	public void renewAll(List<RedisLease> leases, Answers answers) {
		// The timer of all components calls this, and the connection may be gone.
		this.redis.batchAsync().thenAccept((batch) -> send(batch, leases, answers)).whenComplete((sent, failure) -> {
			if (failure != null) {
				Throwable cause = Futures.cause(failure);
				leases.forEach((lease) -> answers.failed(lease, cause));
			}
		});
	}

	private void send(RedisBatch batch, List<RedisLease> leases, Answers answers) {
		leases.stream()
			.collect(Collectors.groupingBy((lease) -> this.redis.slot(lease.keeper().key())))
			.values()
			.forEach((slot) -> {
				for (int from = 0; from < slot.size(); from += MOST) {
					add(batch, slot.subList(from, Math.min(slot.size(), from + MOST)), answers);
				}
			});
		batch.flush();
	}

	private void add(RedisBatch batch, List<RedisLease> leases, Answers answers) {
		long sent = System.nanoTime();
		long[] millis = leases.stream().mapToLong(RedisLease::renewalMillis).toArray();
		Attempt.read(batch.eval(this.script, keys(leases), args(leases, millis)), (reply) -> ours(reply, millis.length))
			.whenComplete((ours, failure) -> {
				for (int i = 0; i < millis.length; i++) {
					if (failure != null) {
						answers.failed(leases.get(i), failure);
					}
					else {
						answers.renewed(leases.get(i), ours[i], sent, millis[i]);
					}
				}
			});
	}

	private static boolean[] ours(List<Object> reply, int leases) {
		boolean[] ours = new boolean[leases];
		for (int i = 0; i < leases; i++) {
			ours[i] = Utf8.number(reply.get(i)) == 1;
		}
		return ours;
	}

	private String[] keys(List<RedisLease> leases) {
		return leases.stream().map(this.keys).flatMap(Stream::of).toArray(String[]::new);
	}

	private byte[][] args(List<RedisLease> leases, long[] millis) {
		return IntStream.range(0, millis.length)
			.mapToObj((i) -> this.args.of(leases.get(i), millis[i]))
			.flatMap(Stream::of)
			.toArray(byte[][]::new);
	}

	/**
	 * Makes the arguments of the script.
	 */
	@FunctionalInterface
	public interface Args {

		byte[][] of(RedisLease lease, long millis);

	}

}
