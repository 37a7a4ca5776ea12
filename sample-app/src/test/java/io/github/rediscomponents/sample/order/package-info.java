@NullMarked
package io.github.rediscomponents.sample.order;

import org.jspecify.annotations.NullMarked;
