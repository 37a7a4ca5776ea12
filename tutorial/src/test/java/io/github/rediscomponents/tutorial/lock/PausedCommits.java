// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.lock;

import java.util.concurrent.atomic.AtomicReference;

import javax.sql.DataSource;

import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.DefaultTransactionStatus;

import io.github.rediscomponents.tutorial.Pause;

/**
 * Lets another thread run when a transaction has done its work and is about to commit.
 */
class PausedCommits extends DataSourceTransactionManager {

	private final transient AtomicReference<Pause> next = new AtomicReference<>(Pause.NONE);

	PausedCommits(DataSource database) {
		super(database);
	}

	void beforeNextCommit(Pause pause) {
		this.next.set(pause);
	}

	@Override
	protected void doCommit(DefaultTransactionStatus status) {
		this.next.getAndSet(Pause.NONE).here();
		super.doCommit(status);
	}

}
