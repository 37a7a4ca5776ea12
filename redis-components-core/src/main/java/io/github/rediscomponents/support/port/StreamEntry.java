// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.port;

import java.util.Map;

/**
 * An entry of a stream.
 *
 * @param stream the stream's key
 * @param id the entry's id
 * @param fields its fields
 * @since 1.0.0
 */
public record StreamEntry(String stream, String id, Map<String, byte[]> fields) {

}
