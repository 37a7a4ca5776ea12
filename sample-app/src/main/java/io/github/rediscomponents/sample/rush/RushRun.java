// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.rush;

import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import io.github.rediscomponents.sample.ops.Instances;
import io.github.rediscomponents.sample.rush.Rushed.Phase;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One rush, from its sale to its account.
 */
final class RushRun {

	private static final Duration STEP = Duration.ofMillis(250);

	/** After this time nobody asks any more. */
	private static final Duration LIMIT = Duration.ofSeconds(120);

	private static final int STOCK_PART = 4;

	private static final Logger log = LoggerFactory.getLogger(RushRun.class);

	private final String id = UUID.randomUUID().toString();

	private final Tally tally = new Tally();

	private final Curve curve = new Curve();

	/** The logins that were made. */
	private final Set<String> tokens = ConcurrentHashMap.newKeySet();

	private final RushTools tools;

	private final int buyers;

	private final int stock;

	private volatile Phase phase = Phase.PREPARING;

	private volatile long began;

	private volatile long ended;

	private volatile int instances = 1;

	private volatile long stored;

	private volatile @Nullable Double left;

	private volatile List<Rushed.Line> promises = List.of();

	private volatile @Nullable String problem;

	private volatile long voucher;

	private volatile Phase outcome = Phase.FAILED;

	RushRun(RushTools tools, int buyers) {
		this.tools = tools;
		this.buyers = buyers;
		this.stock = buyers / STOCK_PART;
	}

	/** Returns what is seen of it, with the points of the curve from one on. */
	Rushed seen(int first) {
		double[] times = this.tally.overall();
		long end = (this.ended != 0) ? this.ended : System.currentTimeMillis();
		return new Rushed(this.id, this.phase, this.buyers, this.stock, this.instances, this.began,
				(this.began != 0) ? end - this.began : 0, this.tally.accepted(), this.tally.refused(),
				this.tally.unclear(), this.tally.loggedIn(), this.stored, times[0], times[1], times[2],
				this.curve.from(first), this.promises, this.problem);
	}

	/** Returns whether it is still going on. */
	boolean isRunning() {
		return !this.phase.isEnd();
	}

	/**
	 * Makes the rush, and cleans up after it. What went wrong is part of what is seen. It
	 * goes on until {@link #over} is called.
	 * @throws InterruptedException if the thread was interrupted; what can be cleaned up
	 * at once is
	 */
	void run() throws InterruptedException {
		boolean interrupted = false;
		boolean made = false;
		try {
			make();
			made = true;
		}
		catch (InterruptedException ex) {
			interrupted = true;
			this.problem = "The application is ending.";
		}
		catch (RuntimeException ex) {
			log.warn("The rush failed", ex);
			this.problem = "The rush could not be made: Redis or the database did not answer.";
		}
		this.phase = Phase.CLEANING;
		Cleaning cleaning = new Cleaning(this.tools, this.tools.patience(), interrupted);
		boolean clean = cleaning.of(this.voucher, this.tokens);
		this.outcome = made ? (clean ? Phase.DONE : Phase.NOT_CLEANED) : Phase.FAILED;
		if (cleaning.isHurried()) {
			throw new InterruptedException();
		}
	}

	/** Ends the rush: another can begin. */
	void over() {
		this.phase = this.outcome;
	}

	private void make() throws InterruptedException {
		RushStore store = this.tools.store();
		// Nobody makes a rush while this one has the lock: their instances are gone.
		store.unended().forEach(this.tools.ledger()::end);
		store.deleteEnded();
		this.voucher = store.createSale(this.buyers, this.stock);
		rush(this.voucher, Buyers.logIn(store.buyers(this.buyers), this.tools, this.tally, this.tokens::add));
	}

	private void rush(long voucher, Buyers crowd) throws InterruptedException {
		this.tools.patience().until(this.tools.instances()::isSettled);
		List<URI> addresses = this.tools.instances().all().stream().map(Instances.Instance::address).toList();
		this.instances = addresses.size();
		ScheduledExecutorService watching = Executors.newScheduledThreadPool(2, this.tools.threads());
		try {
			this.began = System.currentTimeMillis();
			each(watching, () -> look(voucher));
			each(watching, this::draw);
			this.phase = Phase.BUYING;
			crowd.buy(voucher, addresses, spread(), LIMIT);
			this.ended = System.currentTimeMillis();
			this.phase = Phase.SETTLING;
			this.promises = new RushAccount(this.tools, voucher, crowd.purchases(), this.stock)
				.close(this.tools.patience(), this.curve);
		}
		finally {
			watching.shutdownNow();
			watching.awaitTermination(this.tools.patience().limit().toSeconds(), TimeUnit.SECONDS);
		}
		look(voucher);
		draw();
	}

	/** A small crowd is to be seen, too. */
	private Duration spread() {
		return Duration.ofSeconds(4 + this.buyers / 500);
	}

	private static void each(ScheduledExecutorService threads, Runnable work) {
		threads.scheduleWithFixedDelay(work, 0, STEP.toMillis(), TimeUnit.MILLISECONDS);
	}

	private void look(long voucher) {
		try {
			this.stored = this.tools.ledger().count(voucher);
			OptionalLong seen = this.tools.stock().left(voucher);
			this.left = seen.isPresent() ? (double) seen.getAsLong() : null;
		}
		catch (RuntimeException ex) {
			// The line has a gap while Redis or the database is away.
			this.left = null;
			log.debug("The sale cannot be looked at", ex);
		}
	}

	private void draw() {
		@Nullable Double[] recent = this.tally.recent();
		this.curve.add(System.currentTimeMillis(),
				Arrays.asList(this.left, (double) this.tally.accepted(), (double) this.stored,
						(double) this.tally.accepted(), (double) this.tally.refused(), (double) this.tally.unclear(),
						recent[0], recent[1]));
	}

}
