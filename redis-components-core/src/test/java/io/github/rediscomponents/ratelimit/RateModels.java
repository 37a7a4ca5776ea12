// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.ratelimit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The limits of a policy for one subject, each with its model and with everything that
 * was charged to it, so that a charge can be taken back as if it had never been made.
 */
final class RateModels {

	private final RatePolicy policy;

	private final List<RateModel> models = new ArrayList<>();

	private final List<List<Charge>> charges = new ArrayList<>();

	RateModels(RatePolicy policy) {
		this.policy = policy;
		for (Limit limit : policy.limits()) {
			this.models.add(RateModel.of(limit));
			this.charges.add(new ArrayList<>());
		}
	}

	RateModels(RatePolicy policy, RateModel model) {
		this(policy);
		this.models.set(0, model);
	}

	/**
	 * Holds a reply against the models, and charges them as it was charged.
	 * @param longest null if it only looked
	 * @return what was charged, null if nothing was
	 */
	Charge follow(String what, Reply reply, long cost, Duration longest) {
		long now = reply.now();
		long wait = this.models.stream().mapToLong((model) -> model.wait(now, cost)).max().orElseThrow();
		RateModel chosen = this.models.get(reply.index() - 1);
		assertThat(reply.retryAfter()).as(what + " retry after").isEqualTo(wait);
		if (wait > 0) {
			assertThat(chosen.wait(now, cost)).as(what + " wait of the limit that decided").isEqualTo(wait);
		}
		boolean charged = longest != null && wait <= longest.toNanos() / 1000;
		assertThat(reply.admitted()).as(what + " admitted").isEqualTo(wait == 0 || charged);
		Charge charge = charged ? new Charge(now + wait, cost) : null;
		if (charge != null) {
			for (int i = 0; i < this.models.size(); i++) {
				this.models.get(i).charge(charge.moment, cost);
				this.charges.get(i).add(charge);
			}
		}
		long remaining = reply.admitted()
				? this.models.stream().mapToLong((model) -> model.left(now)).min().orElseThrow() : chosen.left(now);
		assertThat(reply.remaining()).as(what + " remaining").isEqualTo(remaining);
		assertThat(chosen.left(now)).as(what + " remaining of the limit that decided").isEqualTo(remaining);
		assertThat(reply.resetAfter()).as(what + " reset after").isEqualTo(chosen.reset(now));
		return charge;
	}

	/** The last moment that was charged. */
	long newest() {
		return this.charges.stream().flatMap(List::stream).mapToLong(Charge::moment).max().orElse(0);
	}

	/** Takes the newest units back. */
	void refund(long cost) {
		for (int i = 0; i < this.models.size(); i++) {
			List<Charge> past = this.charges.get(i);
			long rest = cost;
			while (rest > 0 && !past.isEmpty()) {
				Charge last = past.remove(past.size() - 1);
				if (last.cost > rest) {
					past.add(new Charge(last.moment, last.cost - rest));
				}
				rest -= Math.min(rest, last.cost);
			}
			replay(i);
		}
	}

	/** Whether a charge is the newest of every limit that is no log. */
	boolean isNewest(Charge charge) {
		return canCancel(charge, Long.MIN_VALUE);
	}

	/**
	 * Whether a charge can be taken back: from every limit that is no log it is the
	 * newest, or all is over.
	 */
	boolean canCancel(Charge charge, long now) {
		for (int i = 0; i < this.models.size(); i++) {
			List<Charge> past = this.charges.get(i);
			boolean newest = !past.isEmpty() && past.get(past.size() - 1) == charge;
			boolean log = this.policy.limits().get(i).algorithm() == Algorithm.SLIDING_WINDOW_LOG;
			if (!log && !newest && (now == Long.MIN_VALUE || !this.models.get(i).fresh(now))) {
				return false;
			}
		}
		return true;
	}

	void cancel(Charge charge) {
		for (int i = 0; i < this.models.size(); i++) {
			this.charges.get(i).remove(charge);
			replay(i);
		}
	}

	private void replay(int i) {
		RateModel afresh = RateModel.of(this.policy.limits().get(i));
		this.charges.get(i).forEach((charge) -> afresh.charge(charge.moment, charge.cost));
		this.models.set(i, afresh);
	}

	/** A class, because two charges of one moment are two. */
	static final class Charge {

		private final long moment;

		private final long cost;

		Charge(long moment, long cost) {
			this.moment = moment;
			this.cost = cost;
		}

		long moment() {
			return this.moment;
		}

		long cost() {
			return this.cost;
		}

	}

}
