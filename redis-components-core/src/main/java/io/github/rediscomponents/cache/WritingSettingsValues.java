// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache;

import java.time.Duration;

import io.github.rediscomponents.support.Checks;

/**
 * The values of {@link WritingSettings}.
 */
record WritingSettingsValues(boolean afterCommit, Duration fence, OnInvalidationFailure onInvalidationFailure,
		int maxQueuedInvalidations) implements WritingSettings {

	static final WritingSettingsValues DEFAULTS = new WritingSettingsValues(true, Duration.ZERO,
			OnInvalidationFailure.THROW, 10_000);

	WritingSettingsValues {
		Checks.between("fence", fence, Duration.ZERO, Duration.ofMinutes(10));
		Checks.notNull("onInvalidationFailure", onInvalidationFailure);
		Checks.between("maxQueuedInvalidations", maxQueuedInvalidations, 1, 1_000_000);
	}

	@Override
	public WritingSettings withAfterCommit(boolean changed) {
		return new WritingSettingsValues(changed, this.fence, this.onInvalidationFailure, this.maxQueuedInvalidations);
	}

	@Override
	public WritingSettings withFence(Duration changed) {
		return new WritingSettingsValues(this.afterCommit, changed, this.onInvalidationFailure,
				this.maxQueuedInvalidations);
	}

	@Override
	public WritingSettings withOnInvalidationFailure(OnInvalidationFailure changed) {
		return new WritingSettingsValues(this.afterCommit, this.fence, changed, this.maxQueuedInvalidations);
	}

	@Override
	public WritingSettings withMaxQueuedInvalidations(int changed) {
		return new WritingSettingsValues(this.afterCommit, this.fence, this.onInvalidationFailure, changed);
	}

}
