// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.session;

import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.RedisUnavailableException;

/**
 * Short codes that are sent to a person and typed in once: to log in, to confirm a
 * payment, to reset a password. Each instance has one purpose, and each subject (a phone
 * number, an address) has at most one code for it.
 *
 * <p>
 * <b>Use.</b> Of all callers with the right code, on any number of threads and processes,
 * exactly one gets the result that it was right. A code is gone after that, after its
 * ttl, after {@link OneTimeCodeSettings#attempts() too many} wrong attempts, and when the
 * next one is issued. No further code is issued within the
 * {@link OneTimeCodeSettings#resendInterval() resend interval}, regardless of the last
 * one. All times are the server's.
 *
 * <p>
 * <b>Guessing.</b> Codes are random numbers of {@link OneTimeCodeSettings#length()}
 * digits, all equally likely. Guessing at one subject has {@code attempts} in
 * {@code 10^length} for each code; with the resend interval, that limits guessing at one
 * subject. To limit guessing over all subjects, or by one address of the network, is the
 * caller's task.
 *
 * <p>
 * <b>Repetition.</b> A repetition by the driver after a broken connection counts once.
 * After {@link RedisUnavailableException} with outcome {@code UNKNOWN} call
 * {@link #withdraw} before a code is issued again; a code that was used may have been
 * used up. A failover may forget the last acknowledged changes: a code that was used then
 * opens again until its ttl is over.
 *
 * <p>
 * Keys: {@code <prefix>:one-time-code:{<purpose>:<subject>}} (hash), which expires with
 * the code or the resend interval, whichever is later, and {@code ...:op:<id>} (string)
 * for twice the timeout after each change. Redis holds a SHA-256 of the code with its
 * purpose and subject, which hides a code of few digits from a glance but not from a
 * computer.
 *
 * <p>
 * Each method is one round trip, O(1), and blocks for at most the port's timeout.
 * Subjects have 1 to 256 characters and are well-formed; others are refused with
 * {@link IllegalArgumentException} before anything is sent. Each method may throw
 * {@link RedisUnavailableException} and {@link RedisCommandException} (a key holds
 * another type; nothing was changed). Instances are safe for use by any number of
 * threads.
 *
 * @since 1.0.0
 */
public interface OneTimeCodes {

	/**
	 * Creates a code, which replaces the one before.
	 * @param subject the subject
	 * @return {@link CodeIssue.Issued} with the code, or {@link CodeIssue.TooSoon} with
	 * how long to wait, and nothing was changed
	 */
	CodeIssue issue(String subject);

	/**
	 * Uses a code up, or costs an attempt.
	 * @param subject the subject
	 * @param code the text that was typed, 1 to 64 characters; compared as it is
	 * @return whether it was right, and how many attempts are left if not
	 */
	CodeUse use(String subject, String code);

	/**
	 * Takes the code of a subject back, and allows the next one at once: for when it
	 * could not be sent.
	 * @param subject the subject
	 */
	void withdraw(String subject);

	/**
	 * Returns the purpose of the codes.
	 * @return never empty
	 */
	String purpose();

}
