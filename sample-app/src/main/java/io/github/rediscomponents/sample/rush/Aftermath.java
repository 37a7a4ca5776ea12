// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.rush;

import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;

import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.sample.crowd.Call;
import io.github.rediscomponents.sample.crowd.GuideClient;
import io.github.rediscomponents.sample.crowd.Reply;
import io.github.rediscomponents.sample.upkeep.SoleTask;
import io.github.rediscomponents.sample.user.LoginTokens;
import io.github.rediscomponents.sample.web.Refused;
import io.github.rediscomponents.sample.web.User;
import org.jspecify.annotations.Nullable;

import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * What a visitor sees of a fault: reads a shop again and again, and logs in, until that
 * works at every instance that is left.
 */
@Component
@DemoOnly
class Aftermath {

	/** Clients of the guide give up after this time. */
	private static final Duration PATIENCE = Duration.ofSeconds(2);

	private static final Duration LIMIT = Duration.ofSeconds(30);

	/** Time to count the orders in the end. */
	private static final Patience COUNTING = new Patience(Duration.ofSeconds(10), Duration.ofSeconds(30));

	private static final long STEP_MILLIS = 100;

	private static final int LEAST_READS = 10;

	private final SoleTask task = new SoleTask("rush-aftermath");

	private final JdbcClient jdbc;

	private final RushStore store;

	private final LoginTokens logins;

	private volatile @Nullable Seen last;

	Aftermath(JdbcClient jdbc, RushStore store, LoginTokens logins) {
		this.jdbc = jdbc;
		this.store = store;
		this.logins = logins;
	}

	/** Returns what was seen of the last fault, null if there was none. */
	@Nullable Seen seen() {
		return this.last;
	}

	/**
	 * Counts what there is before a fault.
	 * @param fault the fault, which follows
	 * @param instances the instances that it leaves
	 * @return what there is
	 * @throws Refused if an earlier fault is still looked at
	 * @throws DataAccessException if the database does not answer
	 */
	Before before(Fault fault, List<URI> instances) {
		if (this.task.isRunning()) {
			throw new Refused("rush.looking");
		}
		return new Before(fault, instances, this.store.buyers(1).get(0), this.store.shop(), orders());
	}

	/**
	 * Begins to look.
	 * @param before what there was before the fault, which has happened
	 * @param lasting whether it is still going on
	 */
	void begin(Before before, BooleanSupplier lasting) {
		String fault = before.fault().word();
		AtomicReference<Seen> result = new AtomicReference<>(new Seen(fault, false, List.of()));
		this.last = new Seen(fault, true, List.of());
		boolean begun = this.task.begin(() -> {
			try {
				result.set(look(before, lasting));
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
		}, () -> this.last = result.get());
		if (!begun) {
			this.last = result.get();
		}
	}

	private Seen look(Before before, BooleanSupplier lasting) throws InterruptedException {
		long began = System.nanoTime();
		Reads reads = new Reads();
		boolean back = false;
		try (GuideClient client = new GuideClient(before.instances(), PATIENCE)) {
			String path = "/shop/" + before.shop();
			while (!(back && reads.all.get() >= LEAST_READS) && System.nanoTime() - began < LIMIT.toNanos()) {
				reads.add(client.send(Call.get(path)));
				if (!lasting.getAsBoolean() && !back) {
					back = isLoggedIn(client, before.visitor());
				}
				Thread.sleep(STEP_MILLIS);
			}
		}
		long took = Duration.ofNanos(System.nanoTime() - began).toMillis();
		return new Seen(before.fault().word(), false,
				List.of(line("READS", reads.done.get() == reads.all.get(), "shops are shown all the time",
						"%d of %d within two seconds, the slowest after %d ms", reads.done.get(), reads.all.get(),
						reads.slowest.get()),
						line("BACK", back, "logging in works again at every instance", "after %d ms", took),
						compare(before.orders())));
	}

	/** Of vouchers that were deleted meanwhile the orders were, too. */
	private Rushed.Line compare(Map<Long, Long> before) throws InterruptedException {
		Map<Long, Long> after = new HashMap<>();
		if (!COUNTING.toDo(() -> after.putAll(orders()))) {
			return line("UNCOUNTED", false, "the stored orders can be counted",
					"%d before; the database does not answer", sum(before));
		}
		Map<Long, Long> then = new HashMap<>(before);
		then.keySet().retainAll(after.keySet());
		Map<Long, Long> now = new HashMap<>(after);
		now.keySet().retainAll(then.keySet());
		boolean kept = then.entrySet()
			.stream()
			.allMatch((one) -> after.getOrDefault(one.getKey(), 0L) >= one.getValue());
		return line("ORDERS", kept, "no stored order is lost", "%d before, %d after", sum(then), sum(now));
	}

	private static long sum(Map<Long, Long> orders) {
		return orders.values().stream().mapToLong(Long::longValue).sum();
	}

	private boolean isLoggedIn(GuideClient client, User user) throws InterruptedException {
		try {
			String token = this.logins.issue(user);
			for (int i = 0; i < client.instances().size(); i++) {
				if (!client.send(i, Call.get("/user/me").as(token)).done()) {
					return false;
				}
			}
			return true;
		}
		catch (RedisComponentsException | DataAccessException ex) {
			return false;
		}
	}

	/** Returns the number of stored orders of each voucher that exists. */
	private Map<Long, Long> orders() {
		Map<Long, Long> orders = new HashMap<>();
		this.jdbc
			.sql("SELECT v.id, COUNT(o.id) FROM tb_voucher v LEFT JOIN tb_voucher_order o ON o.voucher_id = v.id "
					+ "GROUP BY v.id")
			.query((row) -> {
				orders.put(row.getLong(1), row.getLong(2));
			});
		return orders;
	}

	private static Rushed.Line line(String promise, boolean kept, String sentence, String numbers, long... seen) {
		List<Long> all = Arrays.stream(seen).boxed().toList();
		return new Rushed.Line(promise, kept, sentence, String.format(Locale.ROOT, numbers, all.toArray()), all);
	}

	/** Runs while the instances can still be reached. */
	@EventListener(ContextClosedEvent.class)
	void end() {
		this.task.interrupt();
	}

	/**
	 * What there was before a fault.
	 *
	 * @param fault the fault
	 * @param instances the instances that it leaves
	 * @param visitor who logs in
	 * @param shop which shop is read
	 * @param orders number of stored orders by voucher
	 */
	record Before(Fault fault, List<URI> instances, User visitor, long shop, Map<Long, Long> orders) {
	}

	/**
	 * What was seen of a fault.
	 *
	 * @param fault the fault
	 * @param lasting whether it is still looked at
	 * @param promises what became of the promises, empty before
	 */
	record Seen(String fault, boolean lasting, List<Rushed.Line> promises) {
	}

	private static final class Reads {

		private final AtomicInteger all = new AtomicInteger();

		private final AtomicInteger done = new AtomicInteger();

		private final AtomicInteger slowest = new AtomicInteger();

		void add(Reply reply) {
			this.all.incrementAndGet();
			if (reply.done() && reply.took() <= PATIENCE.toNanos()) {
				this.done.incrementAndGet();
			}
			this.slowest.accumulateAndGet((int) Duration.ofNanos(reply.took()).toMillis(), Math::max);
		}

	}

}
