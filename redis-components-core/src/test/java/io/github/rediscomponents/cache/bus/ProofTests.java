// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.bus;

import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.Test;

import io.github.rediscomponents.cache.Invalidation;
import io.github.rediscomponents.cache.LocalLevelState;
import io.github.rediscomponents.support.Troubles;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What proves that messages arrive, and what ends the proof.
 */
class ProofTests {

	private static final long INTERVAL = 1000;

	private static final Set<String> MASTERS = Set.of("a", "b");

	/** Where the monotonic clock is about to overflow. */
	private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - INTERVAL);

	private final Proof proof = new Proof(Invalidation.PUBSUB, this.now::get, 0, new Troubles());

	@Test
	void servesAnIntervalAfterAnEchoCameThroughEveryMaster() {
		assertThat(this.proof.status(true).state()).isEqualTo(LocalLevelState.DOWN);
		assertThat(this.proof.nextRound(MASTERS, INTERVAL)).isZero();
		this.proof.subscribed();
		long round = this.proof.nextRound(MASTERS, INTERVAL);
		assertThat(this.proof.echo("a", round, INTERVAL)).isFalse();
		assertThat(this.proof.status(true).state()).isEqualTo(LocalLevelState.SUBSCRIBED);
		assertThat(this.proof.echo("b", round, INTERVAL)).isTrue();
		assertThat(this.proof.status(true).state()).isEqualTo(LocalLevelState.PROBED);
		pass(INTERVAL - 1);
		round();
		assertThat(this.proof.status(true).state()).isEqualTo(LocalLevelState.PROBED);
		assertThat(isGood()).isFalse();
		pass(1);
		round();
		assertThat(this.proof.status(true).state()).isEqualTo(LocalLevelState.UP);
		assertThat(isGood()).isTrue();
	}

	@Test
	void servesUntilTwoIntervalsAfterTheOldestProbe() {
		up();
		pass(INTERVAL);
		long round = this.proof.nextRound(MASTERS, INTERVAL);
		this.proof.echo("a", round, INTERVAL);
		pass(INTERVAL - 1);
		assertThat(isGood()).isTrue();
		pass(1);
		assertThat(isGood()).isFalse();
		assertThat(this.proof.status(true).state()).isEqualTo(LocalLevelState.SUBSCRIBED);
	}

	@Test
	void startsEmptyWhenTheProofHasLapsed() {
		up();
		int era = this.proof.era();
		pass(2 * INTERVAL);
		this.proof.nextRound(MASTERS, INTERVAL);
		assertThat(this.proof.era()).isGreaterThan(era);
		assertThat(this.proof.status(true).state()).isEqualTo(LocalLevelState.SUBSCRIBED);
	}

	@Test
	void startsEmptyAfterAProbeThatCameBackTooLate() {
		up();
		int era = this.proof.era();
		long round = this.proof.nextRound(MASTERS, INTERVAL);
		pass(2 * INTERVAL);
		MASTERS.forEach((master) -> this.proof.echo(master, round, INTERVAL));
		assertThat(this.proof.era()).isGreaterThan(era);
		assertThat(isGood()).isFalse();
	}

	@Test
	void startsEmptyWhenAProbeDidNotComeBack() {
		up();
		int era = this.proof.era();
		pass(10);
		long lost = this.proof.nextRound(MASTERS, INTERVAL);
		this.proof.echo("b", lost, INTERVAL);
		pass(10);
		assertThat(this.proof.era()).isEqualTo(era);
		long next = this.proof.nextRound(MASTERS, INTERVAL);
		this.proof.echo("b", next, INTERVAL);
		assertThat(isGood()).isTrue();
		this.proof.echo("a", next, INTERVAL);
		assertThat(this.proof.era()).isGreaterThan(era);
		assertThat(this.proof.status(true).state()).isEqualTo(LocalLevelState.SUBSCRIBED);
		assertThat(isGood()).isFalse();
	}

	@Test
	void startsEmptyWhenTheMastersAreOthers() {
		up();
		int era = this.proof.era();
		this.proof.nextRound(Set.of("a", "b", "c"), INTERVAL);
		assertThat(this.proof.era()).isGreaterThan(era);
		assertThat(isGood()).isFalse();
	}

	@Test
	void startsEmptyWhenTheSubscriptionIsLostOrMadeAgain() {
		up();
		int era = this.proof.era();
		this.proof.lost("lost");
		assertThat(this.proof.status(true).state()).isEqualTo(LocalLevelState.DOWN);
		assertThat(isGood()).isFalse();
		assertThat(this.proof.era()).isGreaterThan(era);
		up();
		era = this.proof.era();
		this.proof.subscribed();
		assertThat(this.proof.status(true).state()).isEqualTo(LocalLevelState.SUBSCRIBED);
		assertThat(isGood()).isFalse();
		assertThat(this.proof.era()).isGreaterThan(era);
	}

	@Test
	void anEchoOfAnEarlierStretchOfTimeProvesNothing() {
		up();
		long early = this.proof.nextRound(MASTERS, INTERVAL);
		this.proof.subscribed();
		MASTERS.forEach((master) -> this.proof.echo(master, early, INTERVAL));
		assertThat(this.proof.status(true).state()).isEqualTo(LocalLevelState.SUBSCRIBED);
		this.proof.echo("unknown", early, INTERVAL);
		this.proof.echo("a", 4711, INTERVAL);
		assertThat(this.proof.status(true).state()).isEqualTo(LocalLevelState.SUBSCRIBED);
	}

	@Test
	void aMissingMessageEndsAStretchOfTimeAndNotTheProof() {
		up();
		int era = this.proof.era();
		this.proof.gap();
		assertThat(this.proof.era()).isGreaterThan(era);
		assertThat(this.proof.status(true).state()).isEqualTo(LocalLevelState.UP);
	}

	@Test
	void isSilentOnceInEachTimeWithoutAnEcho() {
		this.proof.subscribed();
		assertThat(this.proof.isSilent(INTERVAL)).isFalse();
		pass(INTERVAL);
		assertThat(this.proof.isSilent(INTERVAL)).isTrue();
		assertThat(this.proof.isSilent(INTERVAL)).isFalse();
		pass(INTERVAL - 1);
		round();
		pass(1);
		assertThat(this.proof.isSilent(INTERVAL)).isFalse();
		pass(INTERVAL);
		this.proof.lost("lost");
		assertThat(this.proof.isSilent(INTERVAL)).isFalse();
	}

	private void up() {
		this.proof.subscribed();
		round();
		pass(INTERVAL);
		round();
		assertThat(this.proof.status(true).state()).isEqualTo(LocalLevelState.UP);
	}

	private void round() {
		long round = this.proof.nextRound(MASTERS, INTERVAL);
		MASTERS.forEach((master) -> this.proof.echo(master, round, INTERVAL));
	}

	private boolean isGood() {
		return this.proof.isGood(this.now.get());
	}

	private void pass(long nanos) {
		this.now.addAndGet(nanos);
	}

}
