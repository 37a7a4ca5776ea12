// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.rush;

import java.util.Collection;
import java.util.List;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends the sale and the logins of a rush. Each step is tried again while Redis or the
 * database is away.
 */
final class Cleaning {

	private static final Logger log = LoggerFactory.getLogger(Cleaning.class);

	private final RushTools tools;

	private final Patience patience;

	private boolean clean = true;

	private boolean hurried;

	/**
	 * Prepares it.
	 * @param tools what it works with
	 * @param patience how long each step is tried
	 * @param hurried whether each step is tried once only, because the application is
	 * ending
	 */
	Cleaning(RushTools tools, Patience patience, boolean hurried) {
		this.tools = tools;
		this.patience = patience;
		this.hurried = hurried;
	}

	/** Returns whether it was or became urgent: the thread was interrupted. */
	boolean isHurried() {
		return this.hurried;
	}

	/**
	 * Cleans up.
	 * @param voucher the sale, 0 if there is none
	 * @param tokens the logins
	 * @return whether nothing is left
	 */
	boolean of(long voucher, Collection<String> tokens) {
		if (voucher != 0) {
			step("end the sale", () -> this.tools.ledger().end(voucher));
		}
		for (String token : List.copyOf(tokens)) {
			if (!step("end a login", () -> this.tools.sessions().revoke(token))) {
				break;
			}
		}
		if (voucher != 0 && !this.hurried && this.clean) {
			retired(voucher);
		}
		return this.clean;
	}

	/** Waits until an instance has deleted the keys of the sale. */
	private void retired(long voucher) {
		try {
			this.clean &= this.patience.until(() -> !this.tools.ledger().isInRedis(voucher));
		}
		catch (InterruptedException ex) {
			this.hurried = true;
			this.clean = false;
		}
	}

	private boolean step(String what, Runnable action) {
		boolean done = false;
		try {
			done = this.hurried ? once(action) : this.patience.toDo(action);
		}
		catch (InterruptedException ex) {
			this.hurried = true;
			done = once(action);
		}
		catch (RuntimeException ex) {
			log.debug("After the rush", ex);
		}
		if (!done) {
			log.warn("Cannot {} after the rush", what);
			this.clean = false;
		}
		return done;
	}

	private static boolean once(Runnable action) {
		try {
			action.run();
			return true;
		}
		catch (RuntimeException ex) {
			log.debug("After the rush", ex);
			return false;
		}
	}

}
