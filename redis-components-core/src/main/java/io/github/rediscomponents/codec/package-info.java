// SPDX-License-Identifier: Apache-2.0
/**
 * Codecs of values. {@link io.github.rediscomponents.codec.ValueCodecs} is the SPI; JSON
 * by Jackson is the default. No codec takes a type from the data.
 */
@NullMarked
package io.github.rediscomponents.codec;

import org.jspecify.annotations.NullMarked;
