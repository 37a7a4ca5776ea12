// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.user;

import org.jspecify.annotations.Nullable;

/**
 * How a code leaves the application: in the answer (demo), or by a {@link CodeSender}.
 */
@FunctionalInterface
interface CodeDelivery {

	/**
	 * Delivers a code.
	 * @param account whose
	 * @param code which
	 * @return what the answer shows: the code in the demo, otherwise null
	 */
	@Nullable String deliver(Account account, String code);

}
