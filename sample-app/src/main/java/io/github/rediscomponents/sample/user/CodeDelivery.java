// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.user;

import org.jspecify.annotations.Nullable;

/**
 * Delivers a code in the answer (demo) or by a {@link CodeSender}.
 */
@FunctionalInterface
interface CodeDelivery {

	/**
	 * Delivers a code.
	 * @param account account of the code
	 * @param code the code
	 * @return the code if the answer shows it, as in the demo, else null
	 */
	@Nullable String deliver(Account account, String code);

}
