// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.order;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.sample.web.Ids;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.script.RedisScript;
import org.springframework.stereotype.Component;

/**
 * The state of the flash sales in Redis, and the scripts in {@code sale/} that change it.
 * Each call is one round trip.
 *
 * <p>
 * Keys, all of a sale in the slot of its tag: {@code <prefix>:sale:{sale:<voucher>}}
 * (hash: stock, window, status), with {@code :buyers} (hash: order by user), and the
 * stream of {@link SaleQueues}. The first two expire a day after the end of the sale, if
 * it was not closed before.
 */
@Component
class SaleScripts {

	private static final long KEPT_MILLIS = 24 * 60 * 60 * 1000L;

	@SuppressWarnings("rawtypes")
	private static final RedisScript<List> ORDER = SaleScript.of("order", List.class);

	private static final RedisScript<Long> LOAD = SaleScript.of("load", Long.class);

	private static final RedisScript<String> TERMS = SaleScript.of("terms", String.class);

	private static final RedisScript<Long> SETTLE = SaleScript.of("settle", Long.class);

	private static final RedisScript<Long> CLOSE = SaleScript.of("close", Long.class);

	private final StringRedisTemplate redis;

	private final KeySpace keys;

	private final SaleQueues queues;

	private final SaleProperties properties;

	SaleScripts(StringRedisTemplate redis, KeySpace keys, SaleQueues queues, SaleProperties properties) {
		this.properties = properties;
		this.redis = redis;
		this.keys = keys;
		this.queues = queues;
	}

	/**
	 * Decides on an order and adds it to the queue if it is accepted, atomically.
	 * @param order the order
	 * @param again whether it was accepted before and lost; the window of the sale is not
	 * checked then, and others that were lost may follow
	 */
	Decision order(SaleOrder order, boolean again) {
		return order(order, again ? "1" : "0");
	}

	/** Adds an order to the queue again, which the sale knows and the queue has lost. */
	Decision resend(SaleOrder order) {
		return order(order, "2");
	}

	private Decision order(SaleOrder order, String again) {
		long voucher = order.voucherId();
		List<?> reply = this.redis.execute(ORDER, List.of(sale(voucher), buyers(voucher), orders(voucher)),
				text(order.userId()), text(order.id()), this.queues.payload(order), again,
				text(this.properties.hold().toMillis()));
		String has = String.valueOf(reply.get(1));
		return new Decision(Decision.Verdict.valueOf(String.valueOf(reply.get(0))), Ids.parse(has).orElse(0L));
	}

	/**
	 * Loads a sale unless Redis has it, or an order was settled since the load was
	 * announced.
	 * @param terms as the database has them
	 * @param stored the stored orders by user
	 * @param refused the orders that were refused for good
	 * @param hold time for which nothing is sold
	 * @param load the announced id of the load
	 */
	void load(SaleTerms terms, Map<Long, Long> stored, List<Long> refused, Duration hold, String load) {
		long voucher = terms.voucherId();
		List<String> args = new ArrayList<>(10 + 2 * stored.size() + refused.size());
		args.addAll(List.of(terms.born(), text(terms.stock()), text(terms.added()), text(terms.begin()),
				text(terms.end()), text(terms.status()), text(terms.end() + KEPT_MILLIS), text(hold.toMillis()), load,
				text(stored.size())));
		stored.forEach((user, order) -> {
			args.add(text(user));
			args.add(text(order));
		});
		refused.forEach((order) -> args.add(text(order)));
		this.redis.execute(LOAD, List.of(sale(voucher), buyers(voucher), orders(voucher)), args.toArray());
	}

	/**
	 * Updates window, status and added pieces.
	 * @param terms as the database has them
	 * @param strictly whether to refuse to remove pieces that are sold
	 * @param load id of the load that follows if Redis does not have the sale
	 */
	Change terms(SaleTerms terms, boolean strictly, String load) {
		long voucher = terms.voucherId();
		return Change.valueOf(this.redis.execute(TERMS, List.of(sale(voucher), buyers(voucher)), terms.born(),
				text(terms.added()), text(terms.begin()), text(terms.end()), text(terms.status()),
				text(terms.end() + KEPT_MILLIS), strictly ? "1" : "0", load));
	}

	/**
	 * Applies the outcome of an order in the database to the sale.
	 * @param order the order
	 * @param inDatabase order of this user in the database, 0 if none
	 * @param givesBack whether the piece is sold again if there is no such order
	 */
	void settle(SaleOrder order, long inDatabase, boolean givesBack) {
		this.redis.execute(SETTLE, List.of(sale(order.voucherId()), buyers(order.voucherId())), text(order.userId()),
				text(order.id()), (inDatabase != 0) ? text(inDatabase) : "", givesBack ? "1" : "0");
	}

	/** Deletes a sale that is over and drained. Returns false if it is not. */
	boolean close(long voucherId) {
		return this.redis.execute(CLOSE, List.of(sale(voucherId), buyers(voucherId), orders(voucherId))) == 1;
	}

	/** Returns the remaining stock; empty if Redis does not have the sale. */
	OptionalLong stock(long voucherId) {
		String stock = this.redis.<String, String>opsForHash().get(sale(voucherId), "stock");
		// Nothing is left if the stock is 0, negative or not a number.
		return (stock != null) ? OptionalLong.of(Ids.parse(stock).orElse(0L)) : OptionalLong.empty();
	}

	/** Returns the number of buyers of a sale. */
	long buyerCount(long voucherId) {
		return this.redis.opsForHash().size(buyers(voucherId));
	}

	/** Returns the order of a user in a sale, stored or not yet. */
	Optional<Long> orderOf(long voucherId, long userId) {
		return Ids.parse(ordersOf(voucherId, List.of(userId)).get(0));
	}

	/** Returns the order of each user, null if there is none. */
	List<@Nullable String> ordersOf(long voucherId, List<Long> users) {
		return this.redis.<String, String>opsForHash()
			.multiGet(buyers(voucherId), users.stream().map(String::valueOf).toList());
	}

	private String sale(long voucherId) {
		return this.keys.key("sale", SaleQueues.tag(voucherId));
	}

	private String buyers(long voucherId) {
		return this.keys.key("sale", SaleQueues.tag(voucherId), "buyers");
	}

	private String orders(long voucherId) {
		return this.queues.of(voucherId).streamKey();
	}

	private static String text(long number) {
		return Long.toString(number);
	}

	/** The outcome of a change of the terms. */
	enum Change {

		/** Changed, or nothing to change. */
		DONE,

		/** Fewer pieces are left than are to be removed. */
		TOO_FEW,

		/** Redis does not know the sale. */
		LOST

	}

}
