// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.rush;

import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.sample.crowd.Call;
import io.github.rediscomponents.sample.crowd.GuideClient;
import io.github.rediscomponents.sample.crowd.Reply;
import io.github.rediscomponents.sample.upkeep.SoleTask;
import io.github.rediscomponents.sample.user.LoginTokens;
import io.github.rediscomponents.sample.web.User;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * What a visitor sees of a fault: reads a shop again and again, and logs in, until that
 * works at every instance that is left.
 */
@Component
@DemoOnly
class Aftermath implements DisposableBean {

	/** Clients of the guide give up after this time. */
	private static final Duration PATIENCE = Duration.ofSeconds(2);

	private static final Duration LIMIT = Duration.ofSeconds(30);

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
	 * Begins to look.
	 * @param fault the fault, which follows
	 * @param lasting whether it is still going on
	 * @param instances the instances that are left
	 */
	void begin(Fault fault, BooleanSupplier lasting, List<URI> instances) {
		long orders = orders();
		this.task.begin(() -> {
			this.last = new Seen(fault.word(), true, List.of());
			try {
				look(fault, lasting, instances, orders);
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
		});
	}

	private void look(Fault fault, BooleanSupplier lasting, List<URI> instances, long orders)
			throws InterruptedException {
		long began = System.nanoTime();
		Reads reads = new Reads();
		boolean back = false;
		try (GuideClient client = new GuideClient(instances, PATIENCE)) {
			List<User> users = this.store.buyers(1);
			String path = "/shop/" + this.store.shop();
			while (!(back && reads.all.get() >= LEAST_READS) && System.nanoTime() - began < LIMIT.toNanos()) {
				reads.add(client.send(Call.get(path)));
				if (!lasting.getAsBoolean() && !back) {
					back = isLoggedIn(client, users.get(0));
				}
				Thread.sleep(STEP_MILLIS);
			}
		}
		long took = Duration.ofNanos(System.nanoTime() - began).toMillis();
		long after = orders();
		this.last = new Seen(fault.word(), false, List.of(
				line("READS", reads.done.get() == reads.all.get(), "shops are shown all the time",
						"%d of %d within two seconds, the slowest after %d ms", reads.done.get(), reads.all.get(),
						reads.slowest.get()),
				line("BACK", back, "logging in works again at every instance", "after %d ms", took),
				line("ORDERS", after >= orders, "no stored order is lost", "%d before, %d after", orders, after)));
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
		catch (RedisComponentsException ex) {
			return false;
		}
	}

	private long orders() {
		return this.jdbc.sql("SELECT COUNT(*) FROM tb_voucher_order").query(Long.class).single();
	}

	private static Rushed.Line line(String promise, boolean kept, String sentence, String numbers, long... seen) {
		List<Long> all = Arrays.stream(seen).boxed().toList();
		return new Rushed.Line(promise, kept, sentence, String.format(Locale.ROOT, numbers, all.toArray()), all);
	}

	@Override
	public void destroy() {
		this.task.interrupt();
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
