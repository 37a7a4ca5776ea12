// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lease;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;

import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.support.BatchFailure;
import io.github.rediscomponents.support.Utf8;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.support.port.LuaScript;

/**
 * The scripts of resources that are granted in turn: fair and read-write locks,
 * semaphores.
 *
 * @since 1.0.0
 */
public final class QueueCommands {

	private static final LuaScript<Long> CHANGE = LuaScript.integer("lease/queue", 4, 10);

	private static final LuaScript<List<Object>> RENEW = LuaScript.list("lease/queue-renew", LuaScript.ANY,
			LuaScript.ANY);

	private static final LuaScript<List<Object>> POLL = LuaScript.list("lease/queue-poll", 4, LuaScript.ANY);

	private static final byte[] ACQUIRE = Utf8.bytes("acquire");

	private static final byte[] RELEASE = Utf8.bytes("release");

	private static final byte[] REVOKE = Utf8.bytes("revoke");

	/** Instead of a lease id: all holders. */
	public static final String ALL = "";

	private static final byte[] ZERO = Utf8.bytes(0);

	private static final byte[] NO_LEASE = {};

	private static final byte[] ONE = Utf8.bytes(1);

	/** Reply to an acquisition: it is decided once other scripts have gone on. */
	private static final long UNDECIDED = 0;

	private final CommandPort redis;

	private final byte[] channelPrefix;

	private final Renewal renewal;

	public QueueCommands(CommandPort redis, Client client) {
		this(redis, client.channelPrefix());
	}

	private QueueCommands(CommandPort redis, byte[] channelPrefix) {
		this.redis = redis;
		this.channelPrefix = channelPrefix;
		this.renewal = new ScriptRenewal(redis, RENEW, (lease) -> keeper(lease).queue().all(), QueueCommands::renewal);
	}

	public QueueCommands replicated(int minReplicas, Duration wait) {
		return new QueueCommands(this.redis.withReplicas(minReplicas, wait), this.channelPrefix);
	}

	/**
	 * Returns the lease id of a request for permits.
	 * @param number a number that is unique across all processes
	 */
	static String leaseId(String number, int permits) {
		return (permits == 1) ? number : number + ':' + permits;
	}

	/** How many permits a lease id stands for. */
	public static int permits(String leaseId) {
		int colon = leaseId.indexOf(':');
		return (colon < 0) ? 1 : Integer.parseInt(leaseId, colon + 1, leaseId.length(), 10);
	}

	/**
	 * Takes a turn, or looks whether it has come. One script; while there are thousands
	 * to remove or to grant first, one for each 500 of them if it does not wait.
	 * @return completes with the token, or minus the milliseconds after which something
	 * ends at the earliest
	 */
	CompletionStage<Long> acquireAsync(QueueKeys queue, QueueTerms terms, String leaseId, long leaseMillis,
			long waitMillis) {
		CompletionStage<Long> asked = this.redis.evalAsync(CHANGE, queue.all(),
				acquisition(queue, terms, leaseId, leaseMillis, waitMillis));
		return (waitMillis > 0) ? asked : asked.thenCompose(
				(reply) -> (reply == UNDECIDED) ? acquireAsync(queue, terms, leaseId, leaseMillis, waitMillis) : asked);
	}

	/**
	 * Like {@link #acquireAsync}, blocking.
	 */
	long acquire(QueueKeys queue, QueueTerms terms, String leaseId, long leaseMillis, long waitMillis) {
		byte[][] request = acquisition(queue, terms, leaseId, leaseMillis, waitMillis);
		long reply;
		do {
			reply = this.redis.eval(CHANGE, queue.all(), request);
		}
		while (reply == UNDECIDED && waitMillis == 0);
		return reply;
	}

	/**
	 * Takes the place of a holder that needs fewer permits from now on. Blocks.
	 * @return the token, or 0 if that one does not hold
	 */
	public long exchange(QueueKeys queue, QueueTerms terms, String leaseId, long leaseMillis, String from) {
		byte[][] exchange = acquisition(queue, terms, leaseId, leaseMillis, 0);
		exchange[exchange.length - 1] = Utf8.bytes(from);
		return this.redis.eval(CHANGE, queue.all(), exchange);
	}

	private byte[][] acquisition(QueueKeys queue, QueueTerms terms, String leaseId, long leaseMillis, long waitMillis) {
		return new byte[][] { ACQUIRE, queue.kind().code(), Utf8.bytes(terms.permits()), this.channelPrefix,
				Utf8.bytes(leaseId), Utf8.bytes(leaseMillis), Utf8.bytes(terms.retentionMillis()),
				(waitMillis == 0) ? ZERO : Utf8.bytes(waitMillis), terms.fair() ? ONE : ZERO, NO_LEASE };
	}

	/**
	 * Refreshes the waits of leases.
	 * @return completes with the milliseconds after which a lease or a wait ends, and the
	 * lease ids that do not wait
	 */
	CompletionStage<List<Object>> pollAsync(QueueKeys queue, QueueTerms terms, long waitMillis, List<String> leaseIds) {
		byte[][] args = new byte[leaseIds.size() + 3][];
		args[0] = queue.kind().code();
		args[1] = Utf8.bytes(waitMillis);
		args[2] = Utf8.bytes(terms.retentionMillis());
		for (int i = 3; i < args.length; i++) {
			args[i] = Utf8.bytes(leaseIds.get(i - 3));
		}
		return this.redis.evalAsync(POLL, queue.all(), args);
	}

	/**
	 * Ends holding or waiting, whichever it is.
	 * @return completes with 1 if the lease id held or was the last to release, else 0
	 */
	CompletionStage<Long> releaseAsync(QueueKeys queue, QueueTerms terms, String leaseId) {
		return this.redis.evalAsync(CHANGE, queue.all(), ending(RELEASE, queue, terms, leaseId));
	}

	/**
	 * Like {@link #releaseAsync}, blocking.
	 */
	public boolean release(QueueKeys queue, QueueTerms terms, String leaseId) {
		return this.redis.eval(CHANGE, queue.all(), ending(RELEASE, queue, terms, leaseId)) == 1;
	}

	private byte[][] ending(byte[] how, QueueKeys queue, QueueTerms terms, String leaseId) {
		return new byte[][] { how, queue.kind().code(), Utf8.bytes(terms.permits()), this.channelPrefix,
				Utf8.bytes(leaseId), ZERO, ZERO, ZERO, ZERO, NO_LEASE };
	}

	/**
	 * Takes it away from one holder, or from {@link #ALL}, for operators. For all one
	 * script, and one for each 500 holders. One that is granted after the first script
	 * keeps it, also if a reply is lost and the driver repeats a script.
	 * @return whether one held
	 */
	public boolean revoke(QueueKeys queue, QueueTerms terms, String leaseId) {
		byte[][] request = ending(REVOKE, queue, terms, leaseId);
		if (leaseId.equals(ALL)) {
			request[request.length - 1] = Utf8.bytes(new QueueReader(this.redis, queue, 0).lastToken());
		}
		long reply = this.redis.eval(CHANGE, queue.all(), request);
		boolean held = reply > 0;
		try {
			while (reply > 1) {
				reply = this.redis.eval(CHANGE, queue.all(), request);
			}
		}
		catch (RedisComponentsException ex) {
			throw BatchFailure.afterPart(ex);
		}
		return held;
	}

	private static QueueKeeper keeper(RedisLease lease) {
		return (QueueKeeper) lease.keeper();
	}

	private static byte[][] renewal(RedisLease lease, long millis) {
		QueueKeeper keeper = keeper(lease);
		return new byte[][] { keeper.queue().kind().code(), Utf8.bytes(lease.id()), Utf8.bytes(millis),
				Utf8.bytes(keeper.terms(lease.terms().retentionMillis()).retentionMillis()) };
	}

	Renewal renewal() {
		return this.renewal;
	}

	/**
	 * Returns the numbers of permits and waiters at one moment, and the first holders.
	 * One script, and one more for each 500 that have expired.
	 * @param most how many holders to list at most
	 */
	public QueueInfo info(QueueKeys queue, int most) {
		return new QueueReader(this.redis, queue, most).info();
	}

	/**
	 * Returns the holders. One script for each 500. One that comes or goes between two
	 * scripts may be missing or listed.
	 */
	public List<QueueInfo.Holder> holders(QueueKeys queue) {
		return new QueueReader(this.redis, queue, QueueTerms.MOST).holders();
	}

}
