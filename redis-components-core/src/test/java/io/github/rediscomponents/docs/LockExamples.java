// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.docs;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Lock;

import io.github.rediscomponents.lock.CombinedLease;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.Lease;
import io.github.rediscomponents.lock.LockOptions;
import io.github.rediscomponents.lock.NamedReadWriteLock;

/**
 * The code of docs/lock.md.
 */
class LockExamples {

	private final DistributedLock locks;

	LockExamples(DistributedLock locks) {
		this.locks = locks;
	}

	boolean lease(long userId) throws InterruptedException {
		Optional<Lease> acquired = locks.get("order:" + userId).tryAcquire(Duration.ofSeconds(2));
		if (acquired.isEmpty()) {
			return false;
		}
		try (Lease lease = acquired.get()) {
			placeOrder(lease);
			return true;
		}
	}

	long call(long userId) throws InterruptedException {
		return locks.get("order:" + userId)
			.call(LockOptions.defaults().withMaxWait(Duration.ofSeconds(2)), (lease) -> placeOrder(lease));
	}

	void fixed() throws InterruptedException {
		LockOptions once = LockOptions.noWait().withLease(Duration.ofMinutes(5));
		locks.get("nightly-report").tryAcquire(once).ifPresent((lease) -> report());
	}

	void view() {
		Lock lock = locks.get("stock:17").asLock();
		lock.lock();
		try {
			report();
		}
		finally {
			lock.unlock();
		}
	}

	void lost(Lease lease) {
		lease.lost().thenAccept((reason) -> stopWorking());
		while (hasMore()) {
			lease.checkValid();
			report();
		}
	}

	int fence(Connection database, Lease lease, long shop, int stock) throws SQLException {
		String update = "UPDATE shop SET stock = ?, fence = ? WHERE id = ? AND fence <= ?";
		try (PreparedStatement statement = database.prepareStatement(update)) {
			statement.setInt(1, stock);
			statement.setLong(2, lease.token());
			statement.setLong(3, shop);
			statement.setLong(4, lease.token());
			return statement.executeUpdate();
		}
	}

	void async() {
		locks.get("index").tryAcquireAsync(LockOptions.defaults()).thenAccept((acquired) -> {
			Lease lease = acquired.orElseThrow();
			rebuild(lease).whenComplete((done, failure) -> lease.releaseAsync());
		});
	}

	void reading() throws InterruptedException {
		NamedReadWriteLock catalogue = locks.readWrite("catalogue");
		try (Lease lease = catalogue.read().acquire()) {
			report();
		}
	}

	boolean replicated() throws InterruptedException {
		LockOptions replicated = LockOptions.defaults().withMinReplicas(1);
		Optional<Lease> acquired = locks.get("payout").tryAcquire(replicated);
		return acquired.isPresent();
	}

	private CompletableFuture<Long> rebuild(Lease lease) {
		return CompletableFuture.completedFuture(lease.token());
	}

	void several(long from, long to) throws InterruptedException {
		try (Lease lease = locks.all(List.of("account:" + from, "account:" + to)).acquire()) {
			if (lease instanceof CombinedLease combined) {
				transfer(from, combined.token("account:" + from), to, combined.token("account:" + to));
			}
		}
	}

	private void transfer(long from, long fromToken, long to, long toToken) {
	}

	private long placeOrder(Lease lease) {
		return lease.token();
	}

	private void report() {
	}

	private void stopWorking() {
	}

	private boolean hasMore() {
		return false;
	}

}
