// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.rush;

import java.util.concurrent.ThreadFactory;

import io.github.rediscomponents.sample.ops.Instances;
import io.github.rediscomponents.sample.order.SaleLedger;
import io.github.rediscomponents.sample.user.LoginTokens;
import io.github.rediscomponents.sample.voucher.LiveStock;
import io.github.rediscomponents.session.TokenSessions;

/**
 * What a rush works with.
 *
 * @param store sales and buyers
 * @param ledger the account of a sale
 * @param stock the stock in Redis
 * @param logins makes logins
 * @param sessions ends logins
 * @param instances where to ask
 * @param threads makes threads, virtual ones where there are any
 * @param patience for what becomes true soon
 */
record RushTools(RushStore store, SaleLedger ledger, LiveStock stock, LoginTokens logins, TokenSessions sessions,
		Instances instances, ThreadFactory threads, Patience patience) {
}
