// SPDX-License-Identifier: Apache-2.0
/**
 * The front end of the hm-dianping course.
 */
@NullMarked
package io.github.rediscomponents.sample.course;

import org.jspecify.annotations.NullMarked;
