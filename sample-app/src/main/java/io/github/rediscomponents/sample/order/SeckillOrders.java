package io.github.rediscomponents.sample.order;

import java.time.Duration;
import java.util.Optional;

import io.github.rediscomponents.id.IdWorker;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.Lease;
import io.github.rediscomponents.ratelimit.RateLimiter;
import io.github.rediscomponents.sample.voucher.SaleState;
import io.github.rediscomponents.sample.voucher.VoucherStore;
import io.github.rediscomponents.sample.web.Refused;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.stereotype.Service;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Orders of flash sales: as many as there is stock, one per user, from any number of
 * instances.
 *
 * <p>
 * The limiter keeps a single user from taking up everybody's time. The lock, per user and
 * voucher, lets a repeated click wait for the first one and get a clear answer; it is
 * held until the transaction has committed. What must never be wrong is left to the
 * database: the conditional update of the stock and the unique order.
 */
@Service
class SeckillOrders {

	private static final String POLICY = "seckill";

	private static final Duration WAIT = Duration.ofSeconds(1);

	private final RateLimiter limiter;

	private final DistributedLock lock;

	private final IdWorker ids;

	private final VoucherStore vouchers;

	private final OrderStore orders;

	private final TransactionTemplate transaction;

	SeckillOrders(RateLimiter limiter, DistributedLock lock, IdWorker ids, VoucherStore vouchers, OrderStore orders,
			PlatformTransactionManager transactions) {
		this.limiter = limiter;
		this.lock = lock;
		this.ids = ids;
		this.vouchers = vouchers;
		this.orders = orders;
		this.transaction = new TransactionTemplate(transactions);
	}

	/**
	 * Orders one piece.
	 * @param userId who
	 * @param voucherId of what
	 * @return the order's id
	 * @throws Refused if the sale is not on, nothing is left, or the user has ordered
	 * before
	 * @throws InterruptedException if the thread was interrupted while it waited for
	 * another attempt of the same user
	 */
	long order(long userId, long voucherId) throws InterruptedException {
		if (!this.limiter.tryAcquire(POLICY, Long.toString(userId)).allowed()) {
			throw new Refused("Too many attempts at once. Please wait a moment.");
		}
		// Most of a crowd comes too late, and needs no lock to hear so.
		check(userId, voucherId);
		Optional<Lease> lease = this.lock.name("seckill:" + voucherId + ":" + userId).tryAcquire(WAIT);
		if (lease.isEmpty()) {
			throw new Refused("Your order is being placed already. Please look at your orders.");
		}
		try (Lease held = lease.get()) {
			held.checkValid();
			check(userId, voucherId);
			long orderId = this.ids.nextId("order");
			this.transaction.executeWithoutResult((status) -> place(orderId, userId, voucherId));
			return orderId;
		}
		catch (DuplicateKeyException ex) {
			throw ordered();
		}
	}

	/**
	 * The insert comes first: the row of the stock, which everybody wants, is then locked
	 * for the shortest time.
	 */
	private void place(long orderId, long userId, long voucherId) {
		this.orders.insert(orderId, userId, voucherId);
		if (!this.vouchers.takeOne(voucherId)) {
			throw refusal(this.vouchers.saleState(voucherId).orElse(SaleState.OFF));
		}
	}

	private void check(long userId, long voucherId) {
		SaleState state = this.vouchers.saleState(voucherId)
			.orElseThrow(() -> new Refused("There is no such flash sale."));
		if (this.orders.hasOrdered(userId, voucherId)) {
			throw ordered();
		}
		if (state != SaleState.ON) {
			throw refusal(state);
		}
	}

	private static Refused ordered() {
		return new Refused("You have ordered this voucher already: one per user.");
	}

	private static Refused refusal(SaleState state) {
		return new Refused(switch (state) {
			case OFF -> "This voucher is not sold.";
			case NOT_BEGUN -> "The sale has not begun yet.";
			case OVER -> "The sale is over.";
			case ON, SOLD_OUT -> "Sold out.";
		});
	}

}
