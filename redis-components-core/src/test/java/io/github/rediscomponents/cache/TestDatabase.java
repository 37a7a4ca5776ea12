// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;
import org.springframework.transaction.SavepointManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionStatus;
import org.springframework.transaction.support.SmartTransactionObject;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Rows with transactions of Spring's kind: isolated by READ COMMITTED, with savepoints,
 * in memory.
 */
public final class TestDatabase extends AbstractPlatformTransactionManager {

	private static final long serialVersionUID = 1L;

	private final transient Map<String, String> committed = new ConcurrentHashMap<>();

	private final transient ThreadLocal<Map<String, String>> uncommitted = new ThreadLocal<>();

	/** What the next commit throws when it is done. */
	private volatile @Nullable RuntimeException lostReply;

	public TestDatabase() {
		setNestedTransactionAllowed(true);
	}

	public String read(String key) {
		Map<String, String> own = this.uncommitted.get();
		return (own != null && own.containsKey(key)) ? own.get(key) : this.committed.get(key);
	}

	public void write(String key, String value) {
		Map<String, String> own = this.uncommitted.get();
		((own != null) ? own : this.committed).put(key, value);
	}

	/**
	 * The next commit is done and throws. What is no {@code TransactionException} makes
	 * Spring roll back and report that as the outcome.
	 */
	public void failAfterNextCommit(RuntimeException failure) {
		this.lostReply = failure;
	}

	/** What callers outside of the transaction of this thread get. */
	public static <T> T elsewhere(Callable<T> call) {
		return CompletableFuture.supplyAsync(() -> {
			try {
				return call.call();
			}
			catch (Exception ex) {
				throw new IllegalStateException(ex);
			}
		}).join();
	}

	public TransactionTemplate transaction() {
		return new TransactionTemplate(this);
	}

	public TransactionTemplate transaction(int propagation) {
		TransactionTemplate template = transaction();
		template.setPropagationBehavior(propagation);
		return template;
	}

	@Override
	protected Object doGetTransaction() {
		return new Handle();
	}

	@Override
	protected boolean isExistingTransaction(Object transaction) {
		return this.uncommitted.get() != null;
	}

	@Override
	protected void doBegin(Object transaction, TransactionDefinition definition) {
		this.uncommitted.set(new HashMap<>());
	}

	@Override
	protected Object doSuspend(Object transaction) {
		Map<String, String> own = this.uncommitted.get();
		this.uncommitted.remove();
		return own;
	}

	@Override
	@SuppressWarnings("unchecked")
	protected void doResume(Object transaction, Object suspended) {
		this.uncommitted.set((Map<String, String>) suspended);
	}

	@Override
	protected void doCommit(DefaultTransactionStatus status) {
		this.committed.putAll(this.uncommitted.get());
		RuntimeException failure = this.lostReply;
		if (failure != null) {
			this.lostReply = null;
			throw failure;
		}
	}

	@Override
	protected void doRollback(DefaultTransactionStatus status) {
		this.uncommitted.get().clear();
	}

	@Override
	protected void doSetRollbackOnly(DefaultTransactionStatus status) {
		status.setRollbackOnly();
	}

	@Override
	protected void doCleanupAfterCompletion(Object transaction) {
		this.uncommitted.remove();
	}

	private final class Handle implements SavepointManager, SmartTransactionObject {

		@Override
		public Object createSavepoint() {
			return new HashMap<>(TestDatabase.this.uncommitted.get());
		}

		@Override
		@SuppressWarnings("unchecked")
		public void rollbackToSavepoint(Object savepoint) {
			TestDatabase.this.uncommitted.set(new HashMap<>((Map<String, String>) savepoint));
		}

		@Override
		public void releaseSavepoint(Object savepoint) {
		}

		@Override
		public boolean isRollbackOnly() {
			return false;
		}

	}

}
