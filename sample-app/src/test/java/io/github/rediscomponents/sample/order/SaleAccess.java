// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.order;

import java.util.List;
import java.util.Optional;
import java.util.Set;

import io.github.rediscomponents.id.IdWorker;
import io.github.rediscomponents.queue.stream.StreamQueue;
import io.github.rediscomponents.sample.web.User;
import org.springframework.context.ApplicationContext;
import org.springframework.data.redis.core.StringRedisTemplate;

/**
 * Looks at what Redis knows of a sale, and takes it away.
 */
final class SaleAccess {

	private SaleAccess() {
	}

	static Set<String> keys(ApplicationContext context, long voucher) {
		String prefix = context.getEnvironment().getRequiredProperty("redis-components.key-prefix");
		return redis(context).keys(prefix + ":*{sale:" + voucher + "}*");
	}

	/** What {@code FLUSHALL} does to one sale. */
	static void lose(ApplicationContext context, long voucher) {
		redis(context).delete(keys(context, voucher));
	}

	/** The key of a sale. */
	static String key(ApplicationContext context, long voucher) {
		return context.getEnvironment().getRequiredProperty("redis-components.key-prefix") + ":sale:{sale:" + voucher
				+ "}";
	}

	static StreamQueue<?> queue(ApplicationContext context, long voucher) {
		return context.getBean(SaleQueues.class).of(voucher);
	}

	/** An order that was accepted before the end of its sale and is still on its way. */
	static void leave(ApplicationContext context, long order, long user, long voucher) {
		context.getBean(SaleQueues.class).of(voucher).publish(new SaleOrder(order, user, voucher, "", ""));
	}

	/** An order that this instance has accepted and that Redis does not know. */
	static long accept(ApplicationContext context, long user, long voucher) {
		return accept(context, order(context, user, voucher));
	}

	/** An order that this instance has accepted and that only its sale knows. */
	static long acceptWithoutStream(ApplicationContext context, long user, long voucher) {
		SaleOrder order = order(context, user, voucher);
		String key = key(context, voucher);
		redis(context).opsForHash().increment(key, "stock", -1);
		redis(context).opsForHash().put(key + ":buyers", String.valueOf(user), String.valueOf(order.id()));
		return accept(context, order);
	}

	/** What a buyer does, whatever becomes of it. */
	static void attempt(ApplicationContext context, long user, long voucher) {
		try {
			context.getBean(SeckillOrders.class).order(new User(user, "", ""), voucher);
		}
		catch (RuntimeException ex) {
			// As the buyer is told.
		}
	}

	private static SaleOrder order(ApplicationContext context, long user, long voucher) {
		return new SaleOrder(context.getBean(IdWorker.class).nextId("order"), user, voucher, "", "");
	}

	private static long accept(ApplicationContext context, SaleOrder order) {
		AcceptedOrders accepted = context.getBean(AcceptedOrders.class);
		accepted.begin(order);
		accepted.accepted(order);
		return order.id();
	}

	static Optional<Long> orderOf(ApplicationContext context, long voucher, long user) {
		return context.getBean(SaleScripts.class).orderOf(voucher, user);
	}

	/** What an instance does each second with the orders that it has accepted. */
	static void lookAfter(ApplicationContext context) {
		context.getBean(LostOrders.class).lookAfter();
	}

	/** What a message about a change does. */
	static void reload(ApplicationContext context, long voucher) {
		context.getBean(OpenSales.class).load(voucher);
	}

	static List<Long> open(ApplicationContext context) {
		return context.getBean(OpenSales.class).all().stream().map(SaleTerms::voucherId).toList();
	}

	private static StringRedisTemplate redis(ApplicationContext context) {
		return context.getBean(StringRedisTemplate.class);
	}

}
