// SPDX-License-Identifier: Apache-2.0
@NullMarked
package io.github.rediscomponents.sample.load.measure;

import org.jspecify.annotations.NullMarked;
