// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.rush;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.sample.crowd.Call;
import io.github.rediscomponents.sample.crowd.Crowd;
import io.github.rediscomponents.sample.crowd.GuideClient;
import io.github.rediscomponents.sample.crowd.Member;
import io.github.rediscomponents.sample.crowd.Purchase;
import io.github.rediscomponents.sample.crowd.Reply;
import io.github.rediscomponents.sample.web.User;
import org.jspecify.annotations.Nullable;

/**
 * The buyers of a rush. Each presses the button twice, in any order and at any instance,
 * and again until there is a clear answer. A login that Redis has lost is made again.
 */
final class Buyers {

	static final int PRESSES = 2;

	private static final int CLIENTS = 64;

	private static final int LOGINS_AT_ONCE = 16;

	private static final int UNAUTHORIZED = 401;

	private static final int NO_ANSWER = 0;

	private static final Duration PATIENCE = Duration.ofSeconds(5);

	private static final long PAUSE_MILLIS = 250;

	/** Redis may be killed while the logins are made. */
	private static final Patience LOGIN = new Patience(Duration.ofSeconds(30), Duration.ofMinutes(1));

	private final RushTools tools;

	private final Tally tally;

	private final Consumer<String> issued;

	private final List<User> users;

	private final List<Purchase> purchases;

	private Buyers(RushTools tools, Tally tally, Consumer<String> issued, List<User> users, List<Member> members) {
		this.tools = tools;
		this.tally = tally;
		this.issued = issued;
		this.users = users;
		this.purchases = members.stream().map(Purchase::new).toList();
	}

	/**
	 * Logs users in, without codes.
	 * @param users the users
	 * @param tools what a rush works with
	 * @param tally counts the answers
	 * @param issued receives the token of each login, also of later ones, on any thread
	 * @throws IllegalStateException if Redis does not answer
	 */
	static Buyers logIn(List<User> users, RushTools tools, Tally tally, Consumer<String> issued)
			throws InterruptedException {
		List<Member> members = Crowd.run(users.size(), LOGINS_AT_ONCE, tools.threads(), (number) -> {
			AtomicReference<@Nullable Member> member = new AtomicReference<>();
			LOGIN.toDo(() -> member.set(logIn(users.get(number), tools, issued)));
			Member made = member.get();
			if (made == null) {
				throw new IllegalStateException("Redis does not answer");
			}
			return made;
		});
		return new Buyers(tools, tally, issued, users, members);
	}

	private static Member logIn(User user, RushTools tools, Consumer<String> issued) {
		String token = tools.logins().issue(user);
		issued.accept(token);
		return new Member(user.nickName(), user.id(), token);
	}

	List<Purchase> purchases() {
		return this.purchases;
	}

	/**
	 * Buys.
	 * @param voucher the sale
	 * @param instances where to ask, in turn
	 * @param spread time over which the presses are spread
	 * @param limit time after which nobody asks any more
	 */
	void buy(long voucher, List<URI> instances, Duration spread, Duration limit) throws InterruptedException {
		List<Integer> presses = new ArrayList<>();
		for (int i = 0; i < PRESSES * this.purchases.size(); i++) {
			presses.add(i % this.purchases.size());
		}
		Collections.shuffle(presses, new Random(voucher));
		long began = System.nanoTime();
		long end = began + limit.toNanos();
		try (GuideClient client = new GuideClient(instances, PATIENCE)) {
			Crowd.run(presses.size(), CLIENTS, this.tools.threads(), (number) -> {
				long due = began + spread.toNanos() * number / presses.size();
				TimeUnit.NANOSECONDS.sleep(due - System.nanoTime());
				return System.nanoTime() < end && ask(client, voucher, presses.get(number));
			});
			List<Integer> waiting = unanswered();
			while (!waiting.isEmpty() && System.nanoTime() < end) {
				Thread.sleep(PAUSE_MILLIS);
				List<Integer> again = waiting;
				Crowd.run(again.size(), CLIENTS, this.tools.threads(),
						(number) -> System.nanoTime() < end && ask(client, voucher, again.get(number)));
				waiting = unanswered();
			}
		}
	}

	private List<Integer> unanswered() {
		List<Integer> waiting = new ArrayList<>();
		for (int i = 0; i < this.purchases.size(); i++) {
			if (!this.purchases.get(i).answered()) {
				waiting.add(i);
			}
		}
		return waiting;
	}

	private boolean ask(GuideClient client, long voucher, int buyer) throws InterruptedException {
		Reply reply = send(client, voucher, this.purchases.get(buyer));
		if (reply.status() == UNAUTHORIZED && logInAgain(buyer)) {
			reply = send(client, voucher, this.purchases.get(buyer));
		}
		if (reply.status() == NO_ANSWER && client.instances().size() > 1) {
			// An instance that is gone is passed over, as a proxy would.
			reply = send(client, voucher, this.purchases.get(buyer));
		}
		return reply.clear();
	}

	private Reply send(GuideClient client, long voucher, Purchase purchase) throws InterruptedException {
		Reply reply = client.send(Call.post("/voucher-order/seckill/" + voucher).as(purchase.buyer().token()));
		purchase.heard(reply);
		this.tally.add(reply);
		return reply;
	}

	/** Returns false if Redis is away; the buyer asks again. */
	private boolean logInAgain(int buyer) {
		try {
			this.purchases.get(buyer).loggedIn(logIn(this.users.get(buyer), this.tools, this.issued));
			this.tally.loggedInAgain();
			return true;
		}
		catch (RedisComponentsException ex) {
			return false;
		}
	}

}
