package io.github.rediscomponents.lock.redisson;

import java.security.SecureRandom;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;
import org.redisson.Redisson;
import org.redisson.api.RFuture;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;
import org.redisson.config.NameMapper;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.LockActivity;
import io.github.rediscomponents.lock.LockKind;
import io.github.rediscomponents.lock.LockListener;
import io.github.rediscomponents.lock.LockSettings;
import io.github.rediscomponents.lock.LossReason;
import io.github.rediscomponents.lock.NamedLock;
import io.github.rediscomponents.lock.NamedReadWriteLock;
import io.github.rediscomponents.support.Background;
import io.github.rediscomponents.support.Checks;
import io.github.rediscomponents.support.KeySpace;
import io.github.rediscomponents.support.Listeners;
import io.github.rediscomponents.support.LiveSettings;

/**
 * {@link DistributedLock} on Redisson: what the locks of a process share.
 */
final class RedissonDistributedLock implements DistributedLock {

	private static final Logger logger = LoggerFactory.getLogger(DistributedLock.class);

	private static final long REPEAT_MILLIS = 250;

	private static final int MOST_NAMES = 100;

	private final RedissonClient redisson;

	private final KeySpace keys;

	private final NameMapper names;

	private final LiveSettings<LockSettings> settings;

	private final Background background;

	private final LockListener listener;

	private final RedissonScripts scripts;

	private final long fairWaitMillis;

	private final LocalTurns turns = new LocalTurns();

	private final Set<RedissonLease> leases = ConcurrentHashMap.newKeySet();

	private final Set<RedissonAcquisition> acquisitions = ConcurrentHashMap.newKeySet();

	private final ThreadLocal<Map<String, ThreadHold>> holds = ThreadLocal.withInitial(HashMap::new);

	// Begins anywhere, because other locks may use the same client.
	private final AtomicLong number = new AtomicLong(new SecureRandom().nextLong() >>> 2);

	private volatile boolean closed;

	RedissonDistributedLock(RedissonClient redisson, KeySpace keys, LiveSettings<LockSettings> settings,
			Background background, LockListener listener) {
		this.redisson = redisson;
		this.keys = keys;
		this.settings = settings;
		this.background = background;
		this.listener = Listeners.quiet(LockListener.class, LockListener.NONE, listener);
		this.scripts = new RedissonScripts(redisson);
		this.names = (redisson instanceof Redisson known) ? known.getServiceManager().getNameMapper()
				: redisson.getConfig().getNameMapper();
		this.fairWaitMillis = redisson.getConfig().getFairLockWaitTimeout();
	}

	@Override
	public NamedLock name(String name) {
		return lock(name, LockKind.PLAIN);
	}

	@Override
	public NamedLock fair(String name) {
		return lock(name, LockKind.FAIR);
	}

	@Override
	public NamedReadWriteLock readWrite(String name) {
		return new RedissonNamedReadWriteLock(name, lock(name, LockKind.READ), lock(name, LockKind.WRITE));
	}

	private RedissonNamedLock lock(String name, LockKind kind) {
		return new RedissonNamedLock(this, LockPlace.of(this.keys, this.names, name, kind));
	}

	@Override
	public NamedLock all(Collection<String> names) {
		TreeSet<String> sorted = new TreeSet<>();
		for (String name : Checks.notNull("names", names)) {
			sorted.add(Checks.notNull("name", name));
		}
		Checks.between("number of names", sorted.size(), 1, MOST_NAMES);
		return new AllNamedLock(this, sorted.stream().map((name) -> lock(name, LockKind.PLAIN)).toList());
	}

	@Override
	public LockActivity activity() {
		return new LockActivity(this.leases.stream().filter(RedissonLease::isValid).map(RedissonLease::held).toList(),
				this.acquisitions.stream().map(RedissonAcquisition::waiting).toList());
	}

	LockSettings settings() {
		return this.settings.get();
	}

	RedissonScripts scripts() {
		return this.scripts;
	}

	LocalTurns turns() {
		return this.turns;
	}

	long fairWaitMillis() {
		return this.fairWaitMillis;
	}

	long nextNumber() {
		return this.number.incrementAndGet();
	}

	String holder(LockPlace place, long number) {
		return place.holder(this.redisson.getId(), number);
	}

	/** What the current thread holds through {@link NamedLock#asLock()}, by key. */
	Map<String, ThreadHold> holds() {
		return this.holds.get();
	}

	void begun(RedissonAcquisition acquisition) {
		this.acquisitions.add(acquisition);
	}

	void ended(RedissonAcquisition acquisition) {
		this.acquisitions.remove(acquisition);
	}

	void held(RedissonLease lease) {
		this.leases.add(lease);
		lease.schedule();
	}

	void over(RedissonLease lease) {
		this.leases.remove(lease);
	}

	List<RedissonLease> leases(LockPlace place) {
		return this.leases.stream().filter((lease) -> lease.place().key().equals(place.key())).toList();
	}

	void lost(RedissonLease lease, LossReason why) {
		logger.warn("The lock '{}' was lost: {}", lease.name(), why);
		logger.debug("It was {}", lease);
	}

	/** Tells the listener, on a thread that it may hold up. */
	void tell(Consumer<LockListener> event) {
		event.accept(this.listener);
	}

	/**
	 * Runs what may block, such as what users do when they are told.
	 */
	void work(Runnable task) {
		try {
			this.background.workers().execute(task);
		}
		catch (RejectedExecutionException | OutOfMemoryError ex) {
			task.run();
		}
	}

	/**
	 * Runs something short later.
	 * @return null if it will not run, because the background threads have ended
	 */
	@Nullable Future<?> later(Runnable task, long delay, TimeUnit unit) {
		try {
			return this.background.timer().schedule(task, delay, unit);
		}
		catch (RejectedExecutionException ex) {
			logger.debug("Shut down while locks were used", ex);
			return null;
		}
	}

	/**
	 * Asks Redisson for a lock.
	 * @param answered gets whether the lock was granted, or the failure
	 */
	Future<Boolean> tryLock(LockPlace place, long waitMillis, long leaseMillis, long number,
			BiConsumer<@Nullable Boolean, @Nullable Throwable> answered) {
		RFuture<Boolean> sent = place.lock(this.redisson)
			.tryLockAsync(waitMillis, leaseMillis, TimeUnit.MILLISECONDS, number);
		sent.whenComplete(answered);
		return sent;
	}

	/**
	 * Makes a lease for writing one for reading, with nobody writing in between.
	 * @return the same one if it was lost, or if Redis did not answer
	 */
	RedissonLease downgrade(RedissonLease writes) {
		LockPlace reads = writes.place().otherSide().orElseThrow();
		Terms terms = writes.terms();
		long millis = terms.nextLeaseMillis(0);
		long number = writes.number();
		long sent = System.nanoTime();
		long token = RedissonScripts.NOT_HELD;
		try {
			if (writes.isValid() && RedissonFailures
				.await(reads.lock(this.redisson).tryLockAsync(0, millis, TimeUnit.MILLISECONDS, number))) {
				token = RedissonFailures.await(this.scripts.confirm(reads, holder(reads, number), terms, millis, 0));
			}
		}
		catch (RedisComponentsException ex) {
			logger.debug("A lock could not be downgraded", ex);
		}
		if (token <= 0) {
			// It goes on excluding others.
			giveBack(reads, number, sent + TimeUnit.MILLISECONDS.toNanos(millis));
			return writes;
		}
		RedissonLease lease = new RedissonLease(this, reads, number, token, terms, sent, millis, null);
		held(lease);
		tell((listener) -> listener.acquired(lease, 0));
		writes.release();
		return lease;
	}

	/**
	 * Gives one hold back.
	 * @return completes with whether it was held
	 */
	CompletionStage<Boolean> unlock(LockPlace place, long number) {
		try {
			RLock lock = place.lock(this.redisson);
			if (place.kind() != LockKind.FAIR) {
				return unlock(lock, number);
			}
			// Redisson takes a fair lock that is gone for one that it has released
			// before.
			return lock.isHeldByThreadAsync(number)
				.thenCompose((held) -> held ? unlock(lock, number) : CompletableFuture.completedFuture(false));
		}
		catch (RuntimeException ex) {
			return CompletableFuture.failedFuture(ex);
		}
	}

	private static CompletionStage<Boolean> unlock(RLock lock, long number) {
		return lock.unlockAsync(number).handle((ok, failure) -> {
			if (failure == null) {
				return CompletableFuture.completedFuture(true);
			}
			return RedissonFailures.isNotHeld(failure) ? CompletableFuture.completedFuture(false)
					: CompletableFuture.<Boolean>failedFuture(failure);
		}).thenCompose((answer) -> answer);
	}

	/**
	 * Gives all holds of a number back in the background, until Redis says that there is
	 * none or its lease has ended by itself.
	 */
	void giveBack(LockPlace place, long number, long untilNanos) {
		unlock(place, number).whenComplete((held, failure) -> {
			if (untilNanos - System.nanoTime() <= 0) {
				return;
			}
			if (failure != null) {
				later(() -> giveBack(place, number, untilNanos), REPEAT_MILLIS, TimeUnit.MILLISECONDS);
			}
			else if (held) {
				giveBack(place, number, untilNanos);
			}
		});
	}

	/**
	 * Takes a waiter out of the queue of a fair lock; twice, because what Redisson sent
	 * before it was stopped may put it there again.
	 */
	void leave(LockPlace place, long number) {
		String holder = holder(place, number);
		this.scripts.leave(place, holder).whenComplete((waited, failure) -> {
			if (failure != null) {
				logger.debug("A waiter could not leave the queue of a fair lock", failure);
			}
		});
		later(() -> this.scripts.leave(place, holder), 1, TimeUnit.SECONDS);
	}

	/**
	 * Takes a lock away, a read-write lock from whichever side has it.
	 */
	boolean forceUnlock(LockPlace place) {
		return RedissonFailures.await(place.lock(this.redisson).forceUnlockAsync()) || place.otherSide()
			.map((other) -> RedissonFailures.await(other.lock(this.redisson).forceUnlockAsync()))
			.orElse(false);
	}

	/** Whether nothing is renewed and waited for any more. */
	boolean isClosed() {
		return this.closed;
	}

	@Override
	public void close() {
		this.closed = true;
		this.acquisitions.forEach(RedissonAcquisition::closed);
	}

}
