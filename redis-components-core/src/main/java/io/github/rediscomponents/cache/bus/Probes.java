// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.bus;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.cache.Invalidation;
import io.github.rediscomponents.cache.LocalLevelState;
import io.github.rediscomponents.cache.LocalLevelStatus;
import io.github.rediscomponents.support.FailureLog;
import io.github.rediscomponents.support.Utf8;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.support.port.CommandPort.ChannelListener;
import io.github.rediscomponents.support.port.CommandPort.Subscription;

/**
 * Proves that published messages arrive: publishes a probe through every master, on a
 * channel of this process, and hears it come back ({@link Proof}).
 */
final class Probes implements ChannelListener {

	private static final Logger logger = LoggerFactory.getLogger(Probes.class);

	/** Rounds without an echo after which the connection is made anew. */
	private static final int SILENT_ROUNDS = 5;

	/** Its keys have rights already; a tag alone is the key of no lease. */
	private static final String PROBE_ROOM = "cache-lease";

	private final CommandPort redis;

	private final Publisher publisher;

	private final String channel;

	private final Supplier<Duration> interval;

	private final Runnable onProbed;

	private final NodeKeys keys;

	private final Proof proof;

	private final RefusedProbes refused = new RefusedProbes();

	private final AtomicBoolean watching = new AtomicBoolean();

	private volatile @Nullable Subscription subscription;

	private volatile boolean eventsArrive;

	private volatile boolean echoesArrive;

	/**
	 * Creates probes that are not sent yet.
	 * @param publisher publishes them
	 * @param channel of this process alone
	 * @param interval the time between two probes
	 * @param onProbed called when the first probes came back
	 */
	Probes(CommandPort redis, KeySpace keys, Publisher publisher, String channel, Supplier<Duration> interval,
			Runnable onProbed) {
		this.redis = redis;
		this.proof = new Proof(Invalidation.PUBSUB, System::nanoTime, 0, redis.troubles());
		this.publisher = publisher;
		this.channel = channel;
		this.interval = interval;
		this.onProbed = onProbed;
		this.keys = new NodeKeys(redis, (tag) -> keys.key(PROBE_ROOM, tag));
	}

	/**
	 * Sets what has to hold beside the proof before local levels serve.
	 */
	void openWhen(BooleanSupplier condition) {
		this.proof.openWhen(condition);
	}

	/**
	 * Begins to listen, if that was not done yet.
	 * @return whether it was begun now
	 */
	boolean watch() {
		if (!this.watching.get() && this.watching.compareAndSet(false, true)) {
			this.subscription = this.redis.subscribe(this.channel, this);
			return true;
		}
		return false;
	}

	/** The messages that are proven to arrive are subscribed, or not. */
	void eventsArrive(boolean arrive) {
		this.eventsArrive = arrive;
		changed();
	}

	boolean isUp(long now) {
		return this.proof.isGood(now);
	}

	int era() {
		return this.proof.era();
	}

	int provenEra() {
		return this.proof.provenEra();
	}

	long provenUntil() {
		return this.proof.provenUntil();
	}

	LocalLevelStatus status() {
		LocalLevelStatus proven = this.proof.status(this.watching.get());
		return (proven.state() == LocalLevelState.SUBSCRIBED && this.refused.isRefused())
				? new LocalLevelStatus(proven.invalidation(), LocalLevelState.REFUSED, "Redis refuses the probes")
				: proven;
	}

	/** A message is missing. */
	void gap() {
		this.proof.gap();
	}

	/**
	 * Sends a probe through every master.
	 * @param pause nanoseconds until the next round
	 */
	void round(long pause) {
		if (!this.watching.get() || this.refused.isPausing(System.nanoTime())) {
			return;
		}
		Set<String> nodes = this.redis.nodes();
		Map<String, String> probeKeys = this.keys.of(nodes);
		long round = this.proof.nextRound(nodes, pause);
		if (round == 0) {
			return;
		}
		List<CompletableFuture<Boolean>> sent = new ArrayList<>(probeKeys.size());
		probeKeys.forEach((node, key) -> sent
			.add(this.publisher.publish(key, this.channel, Utf8.bytes(Long.toString(round) + ',' + node))
				.toCompletableFuture()));
		CompletableFuture.allOf(sent.toArray(new CompletableFuture<?>[0]))
			.whenComplete((done, failure) -> answered(sent, pause));
		if (!this.refused.isRefused() && this.proof.isSilent(SILENT_ROUNDS * pause)) {
			logger.info("No message between caches has come back; subscribing on another connection");
			Subscription silent = this.subscription;
			if (silent != null) {
				silent.renew();
			}
		}
	}

	private void answered(List<CompletableFuture<Boolean>> sent, long pause) {
		if (sent.stream().anyMatch((one) -> !one.isCompletedExceptionally() && !one.join())) {
			this.refused.refused(pause, System.nanoTime());
		}
		else if (sent.stream().noneMatch(CompletableFuture::isCompletedExceptionally)) {
			this.refused.accepted();
		}
	}

	@Override
	public void message(byte[] message) {
		String text = Utf8.text(message);
		int comma = text.indexOf(',');
		try {
			if (this.proof.echo(text.substring(comma + 1), Long.parseLong(text, 0, comma, 10),
					this.interval.get().toNanos())) {
				this.onProbed.run();
			}
		}
		catch (IndexOutOfBoundsException | NumberFormatException ex) {
			FailureLog.debug(logger, ex, "A malformed message was ignored");
		}
	}

	@Override
	public void subscribed() {
		this.echoesArrive = true;
		this.refused.startOver();
		changed();
	}

	@Override
	public void lost() {
		this.echoesArrive = false;
		changed();
	}

	private void changed() {
		if (this.eventsArrive && this.echoesArrive) {
			this.proof.subscribed();
		}
		else {
			this.proof.lost("the subscription is lost");
		}
	}

	void close() {
		this.watching.set(true);
		this.proof.lost("the subscription is lost");
		Subscription known = this.subscription;
		if (known != null) {
			known.close();
		}
	}

}
