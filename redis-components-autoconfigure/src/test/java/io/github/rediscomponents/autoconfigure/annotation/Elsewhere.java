// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.annotation;

import java.util.concurrent.ExecutionException;

import org.jspecify.annotations.Nullable;

/**
 * Runs something to its end on another thread.
 *
 * @param work what to run
 */
record Elsewhere(Runnable work) {

	static final Runnable NOTHING = () -> {
	};

	@Nullable Throwable failure() {
		try {
			AnnotationFixture.get(AnnotationFixture.inBackground(() -> {
				this.work.run();
				return null;
			}));
			return null;
		}
		catch (ExecutionException ex) {
			return ex.getCause();
		}
		catch (Exception ex) {
			throw new AssertionError(ex);
		}
	}

}
