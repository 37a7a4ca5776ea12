// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.annotation;

import java.time.Duration;
import java.util.List;

import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.util.StringValueResolver;

import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.LockKind;
import io.github.rediscomponents.lock.LockOptions;
import io.github.rediscomponents.lock.Locked;
import io.github.rediscomponents.lock.NamedLock;
import io.github.rediscomponents.lock.OnTimeout;

/**
 * The locks that {@link Locked} specifies for one method.
 *
 * @param name fixed part of the name, empty for none
 * @param keys expressions of the parts that depend on the call
 * @param kind the kind of lock
 * @param waitTime longest time to wait, null for the default
 * @param options the lease time
 * @param onTimeout behaviour when the wait time has passed
 */
record LockOperation(String name, List<KeyExpression> keys, LockKind kind, @Nullable Duration waitTime,
		LockOptions options, OnTimeout onTimeout) {

	/**
	 * Returns the names to lock, in a fixed order and without duplicates.
	 */
	List<String> names(MethodInvocation call) {
		if (this.keys.isEmpty()) {
			return List.of(this.name);
		}
		List<String> names = this.keys.stream()
			.flatMap((key) -> key.texts(call).stream())
			.map((text) -> this.name.isEmpty() ? text : this.name + ':' + text)
			.distinct()
			.sorted()
			.toList();
		if (names.size() > 1 && this.kind != LockKind.PLAIN) {
			throw new IllegalArgumentException("key of @Locked on " + call.getMethod() + " has " + names.size()
					+ " values; several names at once are possible for kind PLAIN only");
		}
		return names;
	}

	LockOptions options(Duration waitByDefault) {
		return this.options.withMaxWait((this.waitTime != null) ? this.waitTime : waitByDefault);
	}

	NamedLock lock(DistributedLock locks, List<String> names) {
		if (names.size() > 1) {
			return locks.all(names);
		}
		String only = names.get(0);
		return switch (this.kind) {
			case PLAIN -> locks.get(only);
			case FAIR -> locks.fair(only);
			case READ -> locks.readWrite(only).read();
			case WRITE -> locks.readWrite(only).write();
			case PERMIT, QUORUM -> throw new IllegalStateException("Refused when the bean was created: " + this.kind);
		};
	}

	/** Reads {@link Locked}. */
	static final class Source extends OperationSource<Locked, LockOperation> {

		Source(StringValueResolver resolver) {
			super(Locked.class, resolver);
		}

		@Override
		LockOperation parse(Locked annotation, AnnotatedMethod on) {
			String name = on.text("name", annotation.name());
			List<KeyExpression> keys = java.util.Arrays.stream(annotation.key())
				.map((key) -> on.expression("key", key))
				.toList();
			on.check(!name.isEmpty() || !keys.isEmpty(), "must have a name or a key");
			on.check(annotation.kind() != LockKind.PERMIT, "must not be of kind PERMIT; use @Permitted");
			on.check(annotation.kind() != LockKind.QUORUM, "must not be of kind QUORUM; use the QuorumLock bean");
			on.check(keys.size() < 2 || annotation.kind() == LockKind.PLAIN,
					"must be of kind PLAIN to lock several keys at once");
			ReturnTypes.checkSkippable(on, annotation.onTimeout());
			Duration waitTime = on.duration("waitTime", annotation.waitTime());
			Duration lease = on.duration("lease", annotation.lease());
			Duration maxHold = on.duration("maxHold", annotation.maxHold());
			on.check(lease == null || maxHold == null, "maxHold must not be given with a lease, which is not renewed");
			LockOptions options = on.checked(() -> options(waitTime, lease, maxHold, annotation.minReplicas()));
			return new LockOperation(name, keys, annotation.kind(), waitTime, options, annotation.onTimeout());
		}

		@Override
		void check(LockOperation operation, BeanFactory beans) {
			beans.getBeanProvider(DistributedLock.class).getObject();
		}

		private static LockOptions options(@Nullable Duration waitTime, @Nullable Duration lease,
				@Nullable Duration maxHold, int minReplicas) {
			LockOptions options = LockOptions.defaults();
			options = (waitTime != null) ? options.withMaxWait(waitTime) : options;
			options = (lease != null) ? options.withLease(lease) : options;
			options = (maxHold != null) ? options.withMaxHold(maxHold) : options;
			return (minReplicas != 0) ? options.withMinReplicas(minReplicas) : options;
		}

	}

}
