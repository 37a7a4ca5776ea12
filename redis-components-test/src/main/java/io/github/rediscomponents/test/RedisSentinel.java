// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

/**
 * A master with two replicas, and three Sentinel processes that promote a replica when
 * the master has been away for ten seconds, or for two during {@link #awaitFailover}.
 * Each is a {@link RedisServer} and can be paused, killed and restarted.
 *
 * @since 1.0.0
 */
public final class RedisSentinel implements RedisDeployment {

	private static final String MASTER_NAME = "components";

	private static final Duration PATIENCE = Duration.ofMinutes(3);

	/** In which one of the Sentinels answers also on a machine that stalls. */
	private static final Duration ANSWER = Duration.ofSeconds(10);

	/**
	 * After which a master that does not answer is down. Longer than a slow machine
	 * stalls, so that no master is replaced which a test has not lost.
	 */
	private static final String DOWN_AFTER_MILLIS = "10000";

	/** The same while a test waits for the successor of a master that it has lost. */
	private static final String LOST_AFTER_MILLIS = "2000";

	private static final Set<String> UNWELL = Set.of("s_down", "o_down", "disconnected");

	private final RedisReplication data;

	private final List<RedisServer> sentinels;

	private RedisSentinel(RedisReplication data, List<RedisServer> sentinels) {
		this.data = data;
		this.sentinels = sentinels;
	}

	/**
	 * Starts everything with the {@link RedisBinary#configured() configured} executable
	 * on free ports.
	 * @return the deployment, in which every Sentinel has discovered all servers; this
	 * takes about three seconds, because Sentinels introduce themselves every two
	 * @throws RedisStartException if it cannot be started
	 */
	public static RedisSentinel start() {
		return start(RedisBinary.configured());
	}

	/**
	 * Starts everything with another executable; see {@link #start()}.
	 * @param binary the executable
	 * @return the deployment
	 * @throws RedisStartException if it cannot be started; no process is left behind
	 */
	public static RedisSentinel start(RedisBinary binary) {
		List<RedisServer> started = new ArrayList<>();
		RedisReplication data = RedisReplication.builder().binary(binary).replicas(2).start();
		try {
			for (int i = 0; i < 3; i++) {
				started.add(RedisServer.builder()
					.binary(binary)
					.setting("sentinel monitor",
							MASTER_NAME + " " + data.master().host() + " " + data.master().port() + " 2")
					.setting("sentinel down-after-milliseconds", MASTER_NAME + " " + DOWN_AFTER_MILLIS)
					.setting("sentinel failover-timeout", MASTER_NAME + " 3000")
					.setting("sentinel parallel-syncs", MASTER_NAME + " 2")
					.start());
			}
			RedisSentinel sentinel = new RedisSentinel(data, List.copyOf(started));
			sentinel.awaitAgreement();
			return sentinel;
		}
		catch (RuntimeException ex) {
			started.forEach(RedisServer::close);
			data.close();
			throw ex;
		}
	}

	/**
	 * Returns the name of the master at the Sentinels.
	 * @return the name
	 */
	public String masterName() {
		return MASTER_NAME;
	}

	/**
	 * Returns the Sentinel processes.
	 * @return three of them
	 */
	public List<RedisServer> sentinels() {
		return this.sentinels;
	}

	/**
	 * Returns the servers that hold data.
	 * @return three servers, always in the same order; the first was the master at the
	 * start
	 */
	@Override
	public List<RedisServer> nodes() {
		return this.data.nodes();
	}

	/**
	 * Returns the address for clients.
	 * @return {@code redis-sentinel://127.0.0.1:<port>,...#components}
	 */
	public String uri() {
		return this.sentinels.stream()
			.map((sentinel) -> sentinel.host() + ":" + sentinel.port())
			.collect(Collectors.joining(",", "redis-sentinel://", "/0#" + MASTER_NAME));
	}

	/**
	 * Returns the addresses for clients.
	 * @return {@link #uri()} alone
	 */
	@Override
	public List<String> uris() {
		return List.of(uri());
	}

	/**
	 * Returns the master of the Sentinels.
	 * @return the server that most of the answering Sentinels name
	 * @throws IllegalStateException if none answers
	 */
	public RedisServer currentMaster() {
		AtomicReference<@Nullable RedisServer> named = new AtomicReference<>();
		Poll.until(ANSWER, () -> {
			named.set(mostNamed());
			return named.get() != null;
		});
		RedisServer master = named.get();
		if (master == null) {
			throw new IllegalStateException("No Sentinel reports a master");
		}
		return master;
	}

	@Override
	public RedisServer masterFor(String key) {
		return currentMaster();
	}

	/**
	 * Waits until every Sentinel that runs names another master, and that one is master.
	 * A master that a test has lost is replaced sooner during the wait than otherwise:
	 * after two seconds instead of ten.
	 * @param previous the master of before
	 * @return the new master
	 * @throws IllegalStateException if that takes longer than three minutes
	 */
	public RedisServer awaitFailover(RedisServer previous) {
		AtomicReference<@Nullable RedisServer> successor = new AtomicReference<>();
		boolean lost = ReplicationFormation.roleOf(previous).isEmpty();
		if (lost) {
			downAfter(LOST_AFTER_MILLIS);
		}
		try {
			Poll.until(PATIENCE, () -> {
				successor.set(successor(previous).orElse(null));
				return successor.get() != null;
			});
		}
		finally {
			if (lost) {
				downAfter(DOWN_AFTER_MILLIS);
			}
		}
		RedisServer found = successor.get();
		if (found == null) {
			StringBuilder message = new StringBuilder(
					"No failover from " + previous + " " + Poll.limit(PATIENCE) + ":");
			this.sentinels.forEach((sentinel) -> message.append('\n').append(sentinel.log()));
			throw new IllegalStateException(message.toString());
		}
		return found;
	}

	/**
	 * Makes the Sentinels promote a replica although the master is well
	 * ({@code SENTINEL FAILOVER}), and waits for it. Asks again where they give it up.
	 * @return the new master
	 * @throws IllegalStateException if they do not in time, or the thread is interrupted
	 */
	public RedisServer failover() {
		RedisServer previous = currentMaster();
		RedisServer asked = this.sentinels.stream()
			.filter((sentinel) -> masterKnownTo(sentinel).filter(previous::equals).isPresent())
			.findFirst()
			.orElseThrow(() -> new IllegalStateException("No Sentinel names " + previous + " any more"));
		// Refused while an earlier failover is being finished, and given up where a
		// replica does not answer in time.
		boolean done = Poll.until(PATIENCE, () -> {
			boolean idle = isIdle(asked);
			Optional<RedisServer> named = masterKnownTo(asked);
			if (idle && named.filter(previous::equals).isPresent()) {
				ask(asked, "FAILOVER");
			}
			return named.filter((master) -> master != previous).isPresent();
		});
		if (!done) {
			throw new IllegalStateException(
					"The Sentinel did not fail over " + Poll.limit(PATIENCE) + ":\n" + asked.log());
		}
		return awaitFailover(previous);
	}

	/**
	 * Starts dead servers, resumes paused ones, and returns when every server follows the
	 * present master and every Sentinel reports it.
	 */
	public void repair() {
		this.sentinels.forEach(RedisServer::revive);
		nodes().forEach(RedisServer::revive);
		awaitAgreement();
	}

	/**
	 * Deletes all data of the master, and with it that of the replicas.
	 */
	@Override
	public void flushAll() {
		currentMaster().command("FLUSHALL");
	}

	/**
	 * Returns the number of executions of each command by the present master; see
	 * {@link RedisDeployment#commandCalls()}.
	 */
	@Override
	public Map<String, Long> commandCalls() {
		return currentMaster().commandCalls();
	}

	@Override
	public void close() {
		this.sentinels.forEach(RedisServer::close);
		this.data.close();
	}

	@Override
	public String toString() {
		return "Redis Sentinel " + uri();
	}

	private @Nullable RedisServer mostNamed() {
		return this.sentinels.stream()
			.flatMap((sentinel) -> masterKnownTo(sentinel).stream())
			.collect(Collectors.groupingBy((server) -> server, Collectors.counting()))
			.entrySet()
			.stream()
			.max(Map.Entry.comparingByValue())
			.map(Map.Entry::getKey)
			.orElse(null);
	}

	private void downAfter(String millis) {
		this.sentinels.forEach((sentinel) -> ReplicationFormation.ask(sentinel, "SENTINEL", "SET", MASTER_NAME,
				"down-after-milliseconds", millis));
	}

	private Optional<RedisServer> successor(RedisServer previous) {
		List<RedisServer> named = mastersKnown();
		return (named.size() == 1 && named.get(0) != previous && ReplicationFormation.isMaster(named.get(0)))
				? Optional.of(named.get(0)) : Optional.empty();
	}

	/**
	 * Returns the masters that the Sentinels name; a single one if they agree.
	 */
	private List<RedisServer> mastersKnown() {
		return this.sentinels.stream().flatMap((sentinel) -> masterKnownTo(sentinel).stream()).distinct().toList();
	}

	private Optional<RedisServer> masterKnownTo(RedisServer sentinel) {
		return (ask(sentinel, "get-master-addr-by-name") instanceof List<?> address)
				? nodes().stream().filter((node) -> String.valueOf(node.port()).equals(address.get(1))).findFirst()
				: Optional.empty();
	}

	private void awaitAgreement() {
		if (!Poll.until(PATIENCE, this::isWell)) {
			StringBuilder message = new StringBuilder("The Sentinels did not agree " + Poll.limit(PATIENCE) + ":");
			this.sentinels.forEach((sentinel) -> List.of("MASTER", "REPLICAS", "SENTINELS")
				.forEach((question) -> message.append('\n').append(ask(sentinel, question))));
			throw new RedisStartException(message.toString());
		}
	}

	/**
	 * Reads the master again each time: on a slow machine the Sentinels may replace it
	 * once more.
	 */
	private boolean isWell() {
		List<RedisServer> named = mastersKnown();
		if (named.size() != 1 || !ReplicationFormation.isMaster(named.get(0))) {
			return false;
		}
		this.data.follow(named.get(0));
		return ReplicationFormation.isInSync(this.data.master(), this.data.replicas())
				&& this.sentinels.stream().allMatch(this::knowsEverybody);
	}

	private boolean knowsEverybody(RedisServer sentinel) {
		return countHealthy(ask(sentinel, "REPLICAS")) == nodes().size() - 1
				&& countHealthy(ask(sentinel, "SENTINELS")) == this.sentinels.size() - 1;
	}

	/**
	 * Counts the entries that are up. An entry is a flat list of names and values. Valkey
	 * 9 flags the Sentinels of a healthy master with {@code master_down}.
	 */
	private static long countHealthy(@Nullable Object entries) {
		return (entries instanceof List<?> list) ? list.stream().filter((entry) -> {
			List<?> fields = (List<?>) entry;
			List<String> flags = List.of(String.valueOf(fields.get(fields.indexOf("flags") + 1)).split(","));
			return (flags.contains("slave") || flags.contains("sentinel"))
					&& UNWELL.stream().noneMatch(flags::contains);
		}).count() : 0;
	}

	/** Whether a Sentinel says that it is not failing over. */
	private static boolean isIdle(RedisServer sentinel) {
		return ask(sentinel, "MASTER") instanceof List<?> fields
				&& !String.valueOf(fields.get(fields.indexOf("flags") + 1)).contains("failover_in_progress");
	}

	private static @Nullable Object ask(RedisServer sentinel, String question) {
		return ReplicationFormation.ask(sentinel, "SENTINEL", question, MASTER_NAME);
	}

}
