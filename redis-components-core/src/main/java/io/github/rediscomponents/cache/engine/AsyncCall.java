// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.engine;

import io.github.rediscomponents.cache.flight.StageSource;
import io.github.rediscomponents.cache.load.LoadCall;
import io.github.rediscomponents.cache.store.TagMoment;
import org.jspecify.annotations.Nullable;

/**
 * An asynchronous call that misses.
 *
 * @param load the call
 * @param source loads its value
 * @param nested whether it came from inside a loader, whose place it uses
 * @param gather loads it together with others, in a place of its own; null if it is
 * loaded by itself
 * @param <V> the type of the value
 */
record AsyncCall<V>(LoadCall<V> load, StageSource<V> source, boolean nested, @Nullable Gather<V> gather) {

	/**
	 * Returns whether its load needs a place of its own.
	 */
	boolean needsPlace() {
		return !this.nested && this.gather == null;
	}

	/**
	 * Returns the moment of the tags that is to be read with the lease; null if there is
	 * none, or it was read for all keys of the call.
	 */
	@Nullable TagMoment momentToRead() {
		TagMoment moment = this.load.moment();
		return (moment != null && this.gather != null && moment.isRead()) ? null : moment;
	}

	/**
	 * Returns whether the caller goes on when a soft or hard time-out passes.
	 */
	boolean isLimited() {
		return this.load.limit().isSet() && !this.nested;
	}

	/**
	 * The value comes from others, or not yet: those that are loaded together go on.
	 */
	void decided() {
		if (this.gather != null) {
			this.gather.decided(this.load.text());
		}
	}

}
