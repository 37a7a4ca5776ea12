// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock;

import java.util.List;

/**
 * The lease of several names at once, as {@link DistributedLock#all} gives it: valid
 * while each of its leases is, lost when the first of them is lost. Losing one does not
 * give the others back; {@link #release()} does.
 *
 * <p>
 * {@link Lease#token()} is the largest of the tokens. It rises from one lease of the same
 * names to the next; a resource that is also written under other sets of names has to
 * compare the {@link #token(String) token of one name} that all its writers hold.
 * {@link Lease#remaining()} is that of the lease that ends first.
 *
 * @since 1.0.0
 */
public interface CombinedLease extends Lease {

	/**
	 * Returns the leases of the single names, in the order of the names.
	 * @return at least one
	 */
	List<Lease> leases();

	/**
	 * Returns the fencing token of one name.
	 * @param name one of the names that are held
	 * @return positive
	 * @throws IllegalArgumentException if it is not one of them
	 */
	long token(String name);

}
