// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.annotation;

import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

/**
 * Something that is held while a method runs.
 */
abstract class Held {

	/**
	 * Ends the part of the call that runs on the caller's thread. Called once, on that
	 * thread.
	 */
	abstract void returned();

	/**
	 * Gives back what is held. Called once, on any thread. Must not throw.
	 */
	abstract void end();

	/**
	 * Throws if what was held had been lost before it was given back. Called after
	 * {@link #end()}.
	 */
	abstract void checkKept();

	/**
	 * Runs the method and gives back what is held when it has ended.
	 * @param call the method
	 * @param workers give back what was held by asynchronous methods: the thread that
	 * completes a stage may be one that must not wait for Redis
	 * @return what the method returned; of a stage, one that completes after what was
	 * held has been given back
	 */
	final @Nullable Object run(MethodInvocation call, Executor workers) throws Throwable {
		Object result;
		try {
			result = call.proceed();
		}
		catch (Throwable ex) {
			returned();
			end();
			throw ex;
		}
		returned();
		if (result instanceof CompletionStage<?> stage) {
			return stage.whenCompleteAsync((value, failure) -> {
				end();
				if (failure == null) {
					checkKept();
				}
			}, workers);
		}
		end();
		checkKept();
		return result;
	}

}
