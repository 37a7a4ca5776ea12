package io.github.rediscomponents.autoconfigure.limit;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.autoconfigure.TypedDeclaration;
import io.github.rediscomponents.limit.Dedupe;
import io.github.rediscomponents.limit.LimitQueueSettings;

/**
 * Properties of one limit queue.
 */
public class LimitQueueEntryProperties implements TypedDeclaration {

	/**
	 * How many elements the queue keeps.
	 */
	private int length;

	/**
	 * How duplicates are handled.
	 */
	private Dedupe dedupe = Dedupe.NONE;

	/**
	 * Time for which a business key is let in once.
	 */
	private Duration window = Duration.ofDays(1);

	/**
	 * Time after which an unused queue is forgotten; never if not set.
	 */
	private @Nullable Duration ttl;

	/**
	 * Class of the elements; taken from the injection point if not set.
	 */
	private @Nullable String type;

	public int getLength() {
		return this.length;
	}

	public void setLength(int length) {
		this.length = length;
	}

	public Dedupe getDedupe() {
		return this.dedupe;
	}

	public void setDedupe(Dedupe dedupe) {
		this.dedupe = dedupe;
	}

	public Duration getWindow() {
		return this.window;
	}

	public void setWindow(Duration window) {
		this.window = window;
	}

	public @Nullable Duration getTtl() {
		return this.ttl;
	}

	public void setTtl(@Nullable Duration ttl) {
		this.ttl = ttl;
	}

	@Override
	public @Nullable String getType() {
		return this.type;
	}

	public void setType(@Nullable String type) {
		this.type = type;
	}

	LimitQueueSettings toSettings() {
		LimitQueueSettings settings = new LimitQueueSettings(this.length, this.dedupe, this.window, this.ttl,
				(this.type != null) ? this.type : "java.lang.Object");
		settings.elementType(getClass().getClassLoader());
		return settings;
	}

}
