package io.github.rediscomponents.support;

/**
 * An exception of whose methods each throws, as one of a remote call may whose connection
 * is gone.
 */
public final class HostileException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	@Override
	public String getMessage() {
		throw new IllegalStateException("no message");
	}

	@Override
	public String getLocalizedMessage() {
		throw new StackOverflowError("no localized message");
	}

	@Override
	public synchronized Throwable getCause() {
		throw new IllegalStateException("no cause");
	}

	@Override
	public StackTraceElement[] getStackTrace() {
		throw new IllegalStateException("no stack trace");
	}

	@Override
	public String toString() {
		throw new IllegalStateException("no text");
	}

}
