package io.github.rediscomponents.autoconfigure.queue;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.autoconfigure.TypedDeclaration;
import io.github.rediscomponents.support.Checks;

/**
 * Properties of one stream queue.
 */
public class StreamQueueEntryProperties extends StreamQueueSettingsProperties implements TypedDeclaration {

	/**
	 * Class of the messages; taken from the injection point or the listener if not set.
	 */
	private @Nullable String type;

	@Override
	public @Nullable String getType() {
		return this.type;
	}

	public void setType(@Nullable String type) {
		this.type = type;
	}

	/**
	 * A queue that has nothing but its name, as {@code email: {}} in YAML.
	 * @param empty the empty text
	 * @return properties of which none is set
	 * @throws IllegalArgumentException if there is a text
	 */
	public static StreamQueueEntryProperties valueOf(String empty) {
		Checks.isTrue(empty.isBlank(), "the queue must have keys below it, not the value '" + empty + "'");
		return new StreamQueueEntryProperties();
	}

}
