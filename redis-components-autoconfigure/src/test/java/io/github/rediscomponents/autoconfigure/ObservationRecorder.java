// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.transport.ReceiverContext;
import io.micrometer.observation.transport.SenderContext;
import org.jspecify.annotations.Nullable;

/**
 * Records observations; sends and receives their context as a tracer does.
 */
public final class ObservationRecorder implements ObservationHandler<Observation.Context> {

	public final List<Observation.ContextView> started = new CopyOnWriteArrayList<>();

	public final List<Observation.ContextView> stopped = new CopyOnWriteArrayList<>();

	private final Predicate<Observation.Context> recorded;

	private volatile @Nullable Step failing;

	private volatile boolean nulls;

	private int spans;

	/**
	 * Creates a recorder.
	 * @param recorded which observations are recorded
	 */
	public ObservationRecorder(Predicate<Observation.Context> recorded) {
		this.recorded = recorded;
	}

	/** Fails at a step of each observation from now on. */
	public void failAt(Step step) {
		this.failing = step;
	}

	/** Sends headers without a value from now on. */
	public void sendNoValues() {
		this.nulls = true;
	}

	@Override
	public boolean supportsContext(Observation.Context context) {
		return this.recorded.test(context);
	}

	@Override
	public synchronized void onStart(Observation.Context context) {
		this.started.add(context);
		failIf(Step.START);
		if (context instanceof SenderContext<?> sender) {
			inject(sender, this.nulls ? null : "span-" + ++this.spans);
		}
		if (context instanceof ReceiverContext<?> receiver) {
			context.put("parent", String.valueOf(extract(receiver)));
		}
	}

	private static <C> void inject(SenderContext<C> sender, @Nullable String span) {
		sender.getSetter().set(sender.getCarrier(), "traceparent", span);
	}

	private static <C> @Nullable String extract(ReceiverContext<C> receiver) {
		return receiver.getGetter().get(receiver.getCarrier(), "traceparent");
	}

	@Override
	public void onScopeOpened(Observation.Context context) {
		failIf(Step.SCOPE_OPENED);
	}

	@Override
	public void onScopeClosed(Observation.Context context) {
		failIf(Step.SCOPE_CLOSED);
	}

	@Override
	public void onStop(Observation.Context context) {
		failIf(Step.STOP);
		this.stopped.add(context);
	}

	private void failIf(Step step) {
		if (this.failing == step) {
			throw new HostileError();
		}
	}

	/** The steps of a handler of observations. */
	public enum Step {

		START, SCOPE_OPENED, SCOPE_CLOSED, STOP

	}

	/** No exception, and nothing can be said of it. */
	private static final class HostileError extends Error {

		private static final long serialVersionUID = 1L;

		@Override
		public String getMessage() {
			throw new IllegalStateException("for a test");
		}

	}

}
