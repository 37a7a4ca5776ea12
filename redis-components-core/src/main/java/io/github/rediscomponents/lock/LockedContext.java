// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The leases under which the current thread runs {@link Locked} methods: how such a
 * method comes by its {@link Lease}, to check it and to pass its fencing token on.
 *
 * <p>
 * A method that begins with {@link #lease()} refuses to run where it was called without
 * its lock, for example by another method of its own class. Work that a method hands to
 * other threads does not see the lease there; pass the object on.
 *
 * @since 1.0.0
 */
public final class LockedContext {

	private static final ThreadLocal<List<Held>> HELD = new ThreadLocal<>();

	private LockedContext() {
	}

	/**
	 * The lease of the innermost {@link Locked} method that the current thread runs.
	 * @return the lease
	 * @throws IllegalStateException if it runs none
	 */
	public static Lease lease() {
		return find().orElseThrow(() -> new IllegalStateException(
				"No @Locked method is running on this thread: it was not called through its bean's proxy"));
	}

	/**
	 * The lease of a name, for methods that run under several locks.
	 * @param name the lock's name
	 * @return the lease
	 * @throws IllegalStateException if no {@link Locked} method that the current thread
	 * runs holds it
	 */
	public static Lease lease(String name) {
		return held().stream()
			.filter((held) -> held.names().contains(name))
			.findFirst()
			.map(Held::lease)
			.orElseThrow(() -> new IllegalStateException("No @Locked method is running on this thread under lock '"
					+ name + "': it was not called through its bean's proxy, or locks another name"));
	}

	/**
	 * Like {@link #lease()}, for callers that can do without.
	 * @return the lease, or empty
	 */
	public static Optional<Lease> find() {
		List<Held> all = held();
		return all.isEmpty() ? Optional.empty() : Optional.of(all.get(all.size() - 1).lease());
	}

	/**
	 * Everything that the current thread holds by {@link Locked} methods.
	 * @return a copy, the outermost first
	 */
	public static List<Held> held() {
		List<Held> all = HELD.get();
		return (all != null) ? List.copyOf(all) : List.of();
	}

	/**
	 * Makes a lease one that the current thread holds. For interceptors.
	 * @param kind the kind of the resource
	 * @param names the locked names
	 * @param lease the lease; is not released by the scope
	 * @return to be closed on the same thread; scopes may be closed in any order
	 */
	public static Scope enter(LockKind kind, Collection<String> names, Lease lease) {
		Held entered = new Held(kind, Set.copyOf(names), lease);
		List<Held> all = HELD.get();
		if (all == null) {
			all = new ArrayList<>(2);
			HELD.set(all);
		}
		all.add(entered);
		List<Held> joined = all;
		return () -> leave(joined, entered);
	}

	private static void leave(List<Held> all, Held left) {
		all.removeIf((held) -> held == left);
		if (all.isEmpty() && HELD.get() == all) {
			HELD.remove();
		}
	}

	/**
	 * A lease that a thread holds.
	 *
	 * @param kind the kind of the resource
	 * @param names the locked names
	 * @param lease the lease
	 */
	public record Held(LockKind kind, Set<String> names, Lease lease) {
	}

	/**
	 * Ends the scope of {@link LockedContext#enter}.
	 */
	@FunctionalInterface
	public interface Scope extends AutoCloseable {

		@Override
		void close();

	}

}
