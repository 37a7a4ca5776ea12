// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.annotation;

import java.time.Duration;

import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.util.StringValueResolver;

import io.github.rediscomponents.lock.OnTimeout;
import io.github.rediscomponents.semaphore.DistributedSemaphore;
import io.github.rediscomponents.semaphore.NamedSemaphore;
import io.github.rediscomponents.semaphore.Permitted;
import io.github.rediscomponents.semaphore.SemaphoreOptions;

/**
 * The permits that {@link Permitted} specifies for one method.
 *
 * @param name name of the semaphore
 * @param key expression of the part that is appended to the name, null for none
 * @param permits number of permits
 * @param options options of the semaphore, null for a declared one
 * @param waitTime longest time to wait, null for the default
 * @param onTimeout behaviour when the wait time has passed
 */
record PermitOperation(String name, @Nullable KeyExpression key, int permits, @Nullable SemaphoreOptions options,
		@Nullable Duration waitTime, OnTimeout onTimeout) {

	NamedSemaphore semaphore(DistributedSemaphore semaphores, MethodInvocation call) {
		return semaphore(semaphores, (this.key != null) ? this.name + ':' + this.key.text(call) : this.name);
	}

	/** Throws if the settings do not declare the semaphore. */
	void checkDeclared(DistributedSemaphore semaphores) {
		if (this.options == null) {
			semaphore(semaphores, this.name);
		}
	}

	private NamedSemaphore semaphore(DistributedSemaphore semaphores, String full) {
		return (this.options != null) ? semaphores.get(full, this.options) : semaphores.get(full);
	}

	/** Reads {@link Permitted}. */
	static final class Source extends OperationSource<Permitted, PermitOperation> {

		Source(StringValueResolver resolver) {
			super(Permitted.class, resolver);
		}

		@Override
		PermitOperation parse(Permitted annotation, AnnotatedMethod on) {
			String name = on.text("name", annotation.name());
			int size = annotation.size();
			on.check(!name.isEmpty(), "must have a name");
			on.check(size != 0 || annotation.key().isBlank(), "must have a size, because it has a key");
			on.check(size != 0 || !annotation.fair(),
					"must have a size to be fair; a declared semaphore is fair by its own declaration");
			on.check(annotation.permits() >= 1, "must take 1 permit or more, was " + annotation.permits());
			on.check(size == 0 || annotation.permits() <= size,
					"must not take more permits than its size, was " + annotation.permits() + " of " + size);
			ReturnTypes.checkSkippable(on, annotation.onTimeout());
			SemaphoreOptions options = (size == 0) ? null
					: on.checked(() -> new SemaphoreOptions(size, annotation.fair(), null));
			Duration waitTime = on.duration("waitTime", annotation.waitTime());
			on.check(waitTime == null || !waitTime.isNegative(), "waitTime must not be negative, was " + waitTime);
			return new PermitOperation(name, on.expressionIfAny("key", annotation.key()), annotation.permits(), options,
					waitTime, annotation.onTimeout());
		}

		@Override
		void check(PermitOperation operation, BeanFactory beans) {
			operation.checkDeclared(beans.getBeanProvider(DistributedSemaphore.class).getObject());
		}

	}

}
