// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.annotation;

import java.util.List;

import org.aopalliance.intercept.MethodInvocation;

import io.github.rediscomponents.lock.LockKind;
import io.github.rediscomponents.lock.LockedContext;

/**
 * Makes annotated methods re-entrant. A method whose locks the calling thread holds
 * through another annotated method runs under that lease. A call that would deadlock with
 * its own thread is rejected.
 */
final class NestedLocks {

	private NestedLocks() {
	}

	/**
	 * Returns whether the current thread already holds all names.
	 * @throws IllegalStateException if the call would deadlock with its own thread, or
	 * the method would outlive the lease; nothing was sent
	 * @throws io.github.rediscomponents.lock.LockLostException if the lease was lost
	 */
	static boolean cover(LockKind kind, List<String> names, MethodInvocation call) {
		List<LockedContext.Held> held = LockedContext.held();
		if (held.isEmpty()) {
			return false;
		}
		int covered = 0;
		for (String name : names) {
			List<LockedContext.Held> same = held.stream().filter((one) -> one.names().contains(name)).toList();
			if (!same.isEmpty()) {
				LockedContext.Held holder = same.stream()
					.filter((one) -> covers(one.kind(), kind))
					.findFirst()
					.orElseThrow(() -> waitsForItself(kind, name, "holds it as " + same.get(0).kind(), call));
				holder.lease().checkValid();
				covered++;
			}
		}
		if (covered == 0) {
			return false;
		}
		if (covered < names.size()) {
			throw waitsForItself(kind, String.join("', '", names), "holds some, not all, of the names", call);
		}
		if (ReturnTypes.isStage(call.getMethod().getReturnType())) {
			throw waitsForItself(kind, names.get(0), "holds it, and the result could complete after it was released",
					call);
		}
		return true;
	}

	private static boolean covers(LockKind held, LockKind wanted) {
		return held == wanted || (held == LockKind.WRITE && wanted == LockKind.READ);
	}

	private static IllegalStateException waitsForItself(LockKind kind, String names, String why,
			MethodInvocation call) {
		return new IllegalStateException("@Locked on " + call.getMethod() + " cannot lock '" + names + "' as " + kind
				+ ": the calling thread " + why);
	}

}
