package io.github.rediscomponents.docs;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.Lock;

import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.Lease;
import io.github.rediscomponents.lock.LockOptions;

/**
 * The code of docs/lock.md.
 */
class LockExamples {

	private final DistributedLock locks;

	LockExamples(DistributedLock locks) {
		this.locks = locks;
	}

	boolean lease(long userId) throws InterruptedException {
		Optional<Lease> acquired = locks.name("order:" + userId).tryAcquire(Duration.ofSeconds(2));
		if (acquired.isEmpty()) {
			return false;
		}
		try (Lease lease = acquired.get()) {
			placeOrder(lease);
			return true;
		}
	}

	long call(long userId) throws InterruptedException {
		return locks.name("order:" + userId)
			.call(LockOptions.defaults().withMaxWait(Duration.ofSeconds(2)), (lease) -> placeOrder(lease));
	}

	void fixed() throws InterruptedException {
		LockOptions once = LockOptions.noWait().withLease(Duration.ofMinutes(5));
		locks.name("nightly-report").tryAcquire(once).ifPresent((lease) -> report());
	}

	void view() {
		Lock lock = locks.name("stock:17").asLock();
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
