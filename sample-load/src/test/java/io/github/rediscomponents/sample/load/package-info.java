// SPDX-License-Identifier: Apache-2.0
@NullMarked
package io.github.rediscomponents.sample.load;

import org.jspecify.annotations.NullMarked;
