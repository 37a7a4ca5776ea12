// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.port;

import java.util.List;

/**
 * The reply to a read of streams.
 *
 * @param entries what was delivered
 * @param marks how many of the keys that were asked for exist, -1 if that is unknown
 * @since 1.0.0
 */
public record StreamReply(List<StreamEntry> entries, long marks) {

}
