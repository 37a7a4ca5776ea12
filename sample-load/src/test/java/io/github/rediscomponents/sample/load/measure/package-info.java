@NullMarked
package io.github.rediscomponents.sample.load.measure;

import org.jspecify.annotations.NullMarked;
