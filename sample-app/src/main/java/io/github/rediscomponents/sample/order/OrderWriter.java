// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.order;

import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.queue.DeadLetterException;
import io.github.rediscomponents.queue.Delivery;
import io.github.rediscomponents.queue.MessageHandler;
import io.github.rediscomponents.sample.activity.Activities;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.RecoverableDataAccessException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.data.redis.RedisSystemException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Stores each accepted order once, however often it is delivered, or finally refuses it.
 * Never does both.
 *
 * <p>
 * The decision of the database is applied to the sale by a script that can be repeated.
 * The order is acknowledged after that, so the process may stop at any point. While the
 * database or Redis is unavailable an order is retried. An order that fails in an unknown
 * way becomes a dead letter after several attempts and remains one until an operator
 * redrives it.
 */
@Component
class OrderWriter implements MessageHandler<SaleOrder> {

	private static final Logger log = LoggerFactory.getLogger(OrderWriter.class);

	private final OrderStore orders;

	private final SaleStore sales;

	private final SaleScripts scripts;

	private final AcceptedOrders accepted;

	private final Activities activities;

	private final SaleProperties properties;

	private final TransactionTemplate transaction;

	OrderWriter(OrderStore orders, SaleStore sales, SaleScripts scripts, AcceptedOrders accepted, Activities activities,
			SaleProperties properties, PlatformTransactionManager transactions) {
		this.orders = orders;
		this.sales = sales;
		this.scripts = scripts;
		this.accepted = accepted;
		this.activities = activities;
		this.properties = properties;
		this.transaction = new TransactionTemplate(transactions);
	}

	@Override
	public void handle(Delivery<SaleOrder> delivery) {
		SaleOrder order = delivery.value();
		try {
			write(order, SaleTerms.local(delivery.publishedAt()));
		}
		catch (RuntimeException ex) {
			if (delivery.attempt() >= this.properties.maxAttempts() && !passesBy(ex)) {
				throw new DeadLetterException("Order " + order.id() + " cannot be stored", ex);
			}
			log.debug("Order {} will be tried again", order.id(), ex);
			throw ex;
		}
	}

	private static boolean passesBy(RuntimeException ex) {
		return ex instanceof TransientDataAccessException || ex instanceof RecoverableDataAccessException
				|| ex instanceof DataAccessResourceFailureException || ex instanceof TransactionException
				|| ex instanceof RedisComponentsException || ex instanceof RedisSystemException;
	}

	private void write(SaleOrder order, LocalDateTime time) {
		Optional<Refusal> refusal = insert(order, time);
		if (refusal.isPresent()) {
			refuse(order, refusal.get());
			return;
		}
		this.scripts.settle(order, order.id(), false);
		this.accepted.settled(order);
		this.activities.ordered(order.user(), order.voucherId());
	}

	/**
	 * Inserts an order. Returns the reason why it cannot be stored, empty if it is
	 * stored.
	 */
	private Optional<Refusal> insert(SaleOrder order, LocalDateTime time) {
		try {
			return this.transaction.execute((status) -> {
				Optional<Refusal> refusal = insertLocked(order, time);
				if (refusal.isPresent()) {
					status.setRollbackOnly();
				}
				return refusal;
			});
		}
		catch (DuplicateKeyException ex) {
			// Or this order is stored already, which the caller checks.
			return Optional.of(Refusal.SECOND_ORDER);
		}
		catch (DataIntegrityViolationException ex) {
			log.warn("The database refuses order {}: {}", order.id(), ex.getMessage());
			return Optional.of(Refusal.RULE);
		}
	}

	/**
	 * Inserts an order before it updates the stock, so that the row of the stock, which
	 * all orders need, is locked for the shortest time.
	 */
	private Optional<Refusal> insertLocked(SaleOrder order, LocalDateTime time) {
		this.orders.insert(order, time.truncatedTo(ChronoUnit.MILLIS));
		if (!this.sales.takeOne(order.voucherId())) {
			return Optional.of(Refusal.NO_STOCK);
		}
		// Read with the row locked, because a refusal locks it, too.
		return this.orders.refusal(order.id());
	}

	/**
	 * Finally refuses an order, unless it is stored.
	 * @param order the order
	 * @param reason the reason, if it has not been refused before
	 */
	void refuse(SaleOrder order, Refusal reason) {
		Optional<Refusal> refused = decide(order, reason);
		long has = refused.isEmpty() ? order.id() : this.orders.ofUser(order.userId(), order.voucherId()).orElse(0L);
		this.scripts.settle(order, has, refused.isPresent() && refused.get() != Refusal.NO_STOCK);
		this.accepted.settled(order);
		refused.ifPresent((why) -> log.info("Order {} is refused for good: {}", order.id(), why));
	}

	/** Returns the reason why an order is refused, empty if it is stored. */
	private Optional<Refusal> decide(SaleOrder order, Refusal reason) {
		try {
			return this.transaction.execute((status) -> {
				this.sales.lock(order.voucherId());
				return this.orders.isStored(order.id()) ? Optional.empty() : Optional.of(refuseNow(order, reason));
			});
		}
		catch (DuplicateKeyException ex) {
			// Another instance refuses the order concurrently; the row of the sale is
			// deleted.
			return this.orders.refusal(order.id());
		}
	}

	private Refusal refuseNow(SaleOrder order, Refusal reason) {
		return this.orders.refusal(order.id()).orElseGet(() -> {
			this.orders.insertRefused(order, reason, LocalDateTime.now().truncatedTo(ChronoUnit.MILLIS));
			return reason;
		});
	}

}
