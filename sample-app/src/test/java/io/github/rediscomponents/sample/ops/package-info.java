@org.jspecify.annotations.NullMarked
package io.github.rediscomponents.sample.ops;
