// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.order;

import java.util.List;
import java.util.Set;

import io.github.rediscomponents.queue.stream.StreamQueue;
import org.springframework.context.ApplicationContext;
import org.springframework.data.redis.core.StringRedisTemplate;

/**
 * Lets tests of other packages look at what Redis knows of a sale, and take it away.
 */
public final class SaleAccess {

	private SaleAccess() {
	}

	public static Set<String> keys(ApplicationContext context, long voucher) {
		String prefix = context.getEnvironment().getRequiredProperty("redis-components.key-prefix");
		return redis(context).keys(prefix + ":*{sale:" + voucher + "}*");
	}

	/** What {@code FLUSHALL} does to one sale. */
	public static void lose(ApplicationContext context, long voucher) {
		redis(context).delete(keys(context, voucher));
	}

	public static StreamQueue<?> queue(ApplicationContext context, long voucher) {
		return context.getBean(SaleQueues.class).of(voucher);
	}

	/** An order that was accepted before the end of its sale and is still on its way. */
	public static void leave(ApplicationContext context, long order, long user, long voucher) {
		context.getBean(SaleQueues.class).of(voucher).publish(new SaleOrder(order, user, voucher, "", ""));
	}

	public static List<Long> open(ApplicationContext context) {
		return context.getBean(OpenSales.class).all().stream().map(SaleTerms::voucherId).toList();
	}

	private static StringRedisTemplate redis(ApplicationContext context) {
		return context.getBean(StringRedisTemplate.class);
	}

}
