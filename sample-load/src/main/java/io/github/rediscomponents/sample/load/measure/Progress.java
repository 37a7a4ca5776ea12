// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.load.measure;

import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/**
 * How far a part of the work is, as a bar on standard error, or not at all.
 */
public final class Progress implements AutoCloseable {

	private static final int INTERVAL_MILLIS = 200;

	private final @Nullable ProgressBar bar;

	private Progress(@Nullable ProgressBar bar) {
		this.bar = bar;
	}

	/**
	 * Shows a bar.
	 * @param task what is done
	 * @param steps how many steps it has
	 * @return the bar
	 */
	public static Progress of(String task, long steps) {
		return new Progress(new ProgressBarBuilder().setTaskName(task)
			.setInitialMax(steps)
			.setStyle(ProgressBarStyle.ASCII)
			.setUpdateIntervalMillis(INTERVAL_MILLIS)
			.showSpeed()
			.build());
	}

	/** Shows nothing. */
	public static Progress none() {
		return new Progress(null);
	}

	public void step() {
		if (this.bar != null) {
			this.bar.step();
		}
	}

	public void stepTo(long step) {
		if (this.bar != null) {
			this.bar.stepTo(step);
		}
	}

	@Override
	public void close() {
		if (this.bar != null) {
			this.bar.close();
		}
	}

}
