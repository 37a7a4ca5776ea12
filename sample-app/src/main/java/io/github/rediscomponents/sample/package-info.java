// SPDX-License-Identifier: Apache-2.0
/**
 * The city guide: an application whose interesting features are the components.
 */
@NullMarked
package io.github.rediscomponents.sample;

import org.jspecify.annotations.NullMarked;
