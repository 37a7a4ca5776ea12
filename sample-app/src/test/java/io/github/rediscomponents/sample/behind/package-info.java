// SPDX-License-Identifier: Apache-2.0
@NullMarked
package io.github.rediscomponents.sample.behind;

import org.jspecify.annotations.NullMarked;
