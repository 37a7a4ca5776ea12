// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.user;

/**
 * Sends a login code to its owner. A bean of this type replaces the mail.
 */
@FunctionalInterface
public interface CodeSender {

	/**
	 * Sends a code. Called on the thread of the request, whose client waits two seconds.
	 * @param account a phone number or an e-mail address in lower case
	 * @param code six digits; not to be logged
	 * @throws RuntimeException if it could not be sent; the response reports it
	 */
	void send(String account, String code);

}
