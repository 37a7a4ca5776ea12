// SPDX-License-Identifier: Apache-2.0
@NullMarked
package io.github.rediscomponents.sample;

import org.jspecify.annotations.NullMarked;
