// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.order;

import java.util.List;
import java.util.Set;

import io.github.rediscomponents.queue.stream.StreamQueue;
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

	static StreamQueue<?> queue(ApplicationContext context, long voucher) {
		return context.getBean(SaleQueues.class).of(voucher);
	}

	/** An order that was accepted before the end of its sale and is still on its way. */
	static void leave(ApplicationContext context, long order, long user, long voucher) {
		context.getBean(SaleQueues.class).of(voucher).publish(new SaleOrder(order, user, voucher, "", ""));
	}

	static List<Long> open(ApplicationContext context) {
		return context.getBean(OpenSales.class).all().stream().map(SaleTerms::voucherId).toList();
	}

	private static StringRedisTemplate redis(ApplicationContext context) {
		return context.getBean(StringRedisTemplate.class);
	}

}
