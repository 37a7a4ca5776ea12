// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.rush;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.sample.crowd.Kept;
import io.github.rediscomponents.sample.crowd.Promise;
import io.github.rediscomponents.sample.crowd.Purchase;
import io.github.rediscomponents.sample.crowd.SalePromises;
import io.github.rediscomponents.sample.ops.Instances;
import io.github.rediscomponents.sample.rush.Rushed.Phase;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;

/**
 * One rush, from its sale to its account.
 */
final class RushRun {

	private static final Duration STEP = Duration.ofMillis(250);

	/** After this time nobody asks any more. */
	private static final Duration LIMIT = Duration.ofSeconds(120);

	/** Time for accepted orders to be stored, and for the sale to be retired. */
	private static final Duration SOON = Duration.ofSeconds(30);

	private static final long LOOK_MILLIS = 100;

	private static final int STOCK_PART = 4;

	private static final Logger log = LoggerFactory.getLogger(RushRun.class);

	private final String id = UUID.randomUUID().toString();

	private final Tally tally = new Tally();

	private final Curve curve = new Curve();

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
		return this.phase != Phase.DONE && this.phase != Phase.FAILED;
	}

	/** Makes the rush. Never fails: what went wrong is part of what is seen. */
	void run() {
		long voucher = 0;
		try {
			this.tools.store().deleteEnded();
			voucher = this.tools.store().createSale(this.buyers, this.stock);
			Buyers crowd = Buyers.logIn(this.tools.store().buyers(this.buyers), this.tools.logins(),
					this.tools.threads(), this.tally);
			rush(voucher, crowd);
			this.phase = Phase.CLEANING;
			cleanUp(voucher, crowd);
			this.phase = Phase.DONE;
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			failed(voucher, "The application is ending.");
		}
		catch (RuntimeException ex) {
			log.warn("The rush failed", ex);
			failed(voucher, "The rush could not be made: Redis or the database did not answer.");
		}
	}

	private void failed(long voucher, String reason) {
		this.problem = reason;
		if (voucher != 0) {
			try {
				this.tools.ledger().end(voucher);
			}
			catch (DataAccessException | TransactionException | RedisComponentsException ex) {
				log.warn("The sale of the rush stays until its end: {}", ex.toString());
			}
		}
		this.phase = Phase.FAILED;
	}

	private void rush(long voucher, Buyers crowd) throws InterruptedException {
		until(SOON, () -> this.tools.instances().isSettled());
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
			account(voucher, crowd.purchases());
		}
		finally {
			watching.shutdownNow();
			watching.awaitTermination(SOON.toSeconds(), TimeUnit.SECONDS);
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
			this.tools.lock().run();
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

	/** Holds what the buyers heard against the database and Redis. */
	private void account(long voucher, List<Purchase> purchases) throws InterruptedException {
		Set<Long> own = purchases.stream().map((purchase) -> purchase.buyer().id()).collect(Collectors.toSet());
		List<Kept> found = new ArrayList<>();
		// A visitor may have bought a piece, too.
		SalePromises before = new SalePromises(purchases, Math.min(this.buyers, this.stock));
		List<String> told = before.told();
		until(SOON,
				() -> asTexts(this.tools.ledger().stored(voucher)).values().containsAll(told)
						&& this.tools.ledger().count(voucher) >= before.expected()
						&& this.tools.ledger().count(voucher) == this.tools.ledger().buyers(voucher));
		Map<Long, Long> stored = this.tools.ledger().stored(voucher);
		int visitors = (int) stored.keySet().stream().filter((user) -> !own.contains(user)).count();
		SalePromises promises = new SalePromises(purchases, Math.min(this.buyers, this.stock - visitors));
		found.addAll(List.of(promises.answered(), promises.accepted(), promises.oneEach(),
				promises.stored(asTexts(stored).values())));
		found.addAll(promises.owned(purchases.stream().map((purchase) -> {
			Long order = stored.get(purchase.buyer().id());
			return (order != null) ? Set.of(order.toString()) : Set.<String>of();
		}).toList()));
		long expected = this.stock - visitors - promises.expected();
		long inDatabase = this.tools.ledger().stock(voucher);
		long inRedis = this.tools.stock().left(voucher).orElse(-1);
		long buyersInRedis = this.tools.ledger().buyers(voucher);
		found.add(Promise.STOCK.kept(inDatabase == expected, inDatabase, this.stock));
		found.add(Promise.AGREED.kept(inDatabase == inRedis && stored.size() == buyersInRedis, inRedis, inDatabase,
				buyersInRedis, stored.size()));
		long[] lowest = this.curve.lowestStock();
		found.add(Promise.NOT_NEGATIVE.kept(lowest[1] >= 0 && inDatabase >= 0, lowest[0],
				Math.min(lowest[1], inDatabase)));
		this.promises = found.stream().map(Rushed.Line::of).toList();
	}

	private static Map<Long, String> asTexts(Map<Long, Long> stored) {
		return stored.entrySet()
			.stream()
			.collect(Collectors.toMap(Map.Entry::getKey, (one) -> one.getValue().toString()));
	}

	/** Retires the sale and ends the logins. */
	private void cleanUp(long voucher, Buyers crowd) throws InterruptedException {
		this.tools.ledger().end(voucher);
		Set<String> tokens = new HashSet<>();
		crowd.purchases().forEach((purchase) -> tokens.add(purchase.buyer().token()));
		tokens.forEach(this.tools.sessions()::revoke);
		until(SOON, () -> this.tools.stock().left(voucher).isEmpty());
	}

	/** Waits until something holds. While Redis or the database is away it does not. */
	private static void until(Duration limit, BooleanSupplier condition) throws InterruptedException {
		long end = System.nanoTime() + limit.toNanos();
		while (!holds(condition) && System.nanoTime() < end) {
			Thread.sleep(LOOK_MILLIS);
		}
	}

	private static boolean holds(BooleanSupplier condition) {
		try {
			return condition.getAsBoolean();
		}
		catch (DataAccessException | TransactionException | RedisComponentsException ex) {
			log.debug("Asking again", ex);
			return false;
		}
	}

}
