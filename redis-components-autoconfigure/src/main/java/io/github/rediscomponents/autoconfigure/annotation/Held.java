// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.annotation;

import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

/**
 * A resource that is held while a method runs.
 */
abstract class Held {

	/**
	 * Ends the part of the call that runs on the caller's thread. Called once, on that
	 * thread.
	 */
	abstract void returned();

	/**
	 * Releases the resource. Called once, on any thread. Must not throw.
	 */
	abstract void end();

	/**
	 * Throws if the resource was lost before it was released. Called after
	 * {@link #end()}.
	 */
	abstract void checkKept();

	/**
	 * Runs the method and releases the resource when the method has ended.
	 * @param call the method
	 * @param workers executor that releases the resource of asynchronous methods, because
	 * the thread that completes a stage must not be blocked by Redis
	 * @return the value that the method returned; for a stage, a stage that completes
	 * after the resource was released
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
