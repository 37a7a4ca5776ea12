package io.github.rediscomponents.cache;

import org.jspecify.annotations.Nullable;

/**
 * Runs loaders.
 */
final class Loading {

	private Loading() {
	}

	static <V> @Nullable V call(String cache, CacheMetrics metrics, ValueSource<V> source) {
		long began = System.nanoTime();
		boolean succeeded = false;
		try {
			V value = source.load();
			succeeded = true;
			return value;
		}
		catch (RuntimeException ex) {
			throw ex;
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new CacheLoadException(cache, ex);
		}
		catch (Exception ex) {
			throw new CacheLoadException(cache, ex);
		}
		finally {
			metrics.load(cache, System.nanoTime() - began, succeeded);
		}
	}

}
