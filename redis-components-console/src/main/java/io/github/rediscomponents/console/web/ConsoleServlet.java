// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.console.web;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

import org.springframework.context.ApplicationEventPublisher;

import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.autoconfigure.console.ConsoleSettings;
import io.github.rediscomponents.autoconfigure.observability.RoomViews;
import io.github.rediscomponents.codec.CodecException;
import io.github.rediscomponents.console.ConsoleAccess;
import io.github.rediscomponents.console.ConsoleRole;
import io.github.rediscomponents.console.report.ConsoleReporter;
import io.github.rediscomponents.console.report.Packed;
import io.github.rediscomponents.support.Checks;
import io.github.rediscomponents.support.FailureLog;
import io.github.rediscomponents.support.Thrown;

/**
 * The page of the console and its HTTP interface. Each request but those for assets needs
 * a role.
 *
 * @since 1.0.0
 */
public final class ConsoleServlet extends HttpServlet {

	private static final long serialVersionUID = 1L;

	private static final int MOST_BYTES = 128 * 1024;

	private static final int MOST_NAME = 64;

	private static final Pattern ROOM = Pattern.compile("/api/rooms/([^/]+)(?:/([^/]+))?");

	private static final String LIST = "list";

	private static final String UNKNOWN = "There is no such thing";

	private final transient FailureLog failures = new FailureLog(LoggerFactory.getLogger(ConsoleServlet.class));

	private final transient ConsoleAccess access;

	private final transient ConsoleReporter reporter;

	private final transient StateContents contents;

	private final transient RoomRequests rooms;

	private final transient Supplier<List<Map<String, Object>>> properties;

	/**
	 * Creates the servlet.
	 * @param access decides what users may do
	 * @param reporter has the state of all processes
	 * @param views the components
	 * @param settings the settings
	 * @param properties returns the properties in force in this process
	 * @param events hears of actions
	 */
	public ConsoleServlet(ConsoleAccess access, ConsoleReporter reporter, RoomViews views,
			Supplier<ConsoleSettings> settings, Supplier<List<Map<String, Object>>> properties,
			ApplicationEventPublisher events) {
		this.access = Checks.notNull("access", access);
		this.reporter = reporter;
		this.properties = properties;
		this.contents = new StateContents(views.rooms());
		this.rooms = new RoomRequests(views.rooms(), settings, events);
	}

	@Override
	protected void doGet(HttpServletRequest request, HttpServletResponse response)
			throws ServletException, IOException {
		Responses.headers(response);
		String path = request.getPathInfo();
		if (path != null && path.startsWith("/assets/")) {
			Asset asset = Asset.of(path.substring(1));
			if (asset != null) {
				Responses.content(request, response, asset);
			}
			else {
				Responses.error(response, HttpServletResponse.SC_NOT_FOUND, UNKNOWN);
			}
			return;
		}
		boolean page = path == null || path.equals("/");
		ConsoleRole role = admitted(request, response, page);
		if (role == ConsoleRole.NONE) {
			return;
		}
		if (path == null) {
			// Relative addresses of the page begin below the path. This one is relative,
			// because a proxy may have changed the scheme and all before the last part.
			String asked = request.getServletPath();
			response.setStatus(HttpServletResponse.SC_FOUND);
			response.setHeader("Location", asked.substring(asked.lastIndexOf('/') + 1) + '/');
		}
		else if (page) {
			page(request, response);
		}
		else {
			answered(response, role, () -> get(path, role, request, response));
		}
	}

	private static void page(HttpServletRequest request, HttpServletResponse response) throws IOException {
		Asset asset = Asset.of("index.html");
		if (asset == null) {
			throw new IllegalStateException("The page of the console is not on the class path");
		}
		Responses.content(request, response, asset);
	}

	private void get(String path, ConsoleRole role, HttpServletRequest request, HttpServletResponse response)
			throws IOException {
		switch (path) {
			case "/api/state" ->
				Responses.content(request, response, this.contents.of(this.reporter.look(viewer(request)), role));
			case "/api/session" -> Responses.json(response, HttpServletResponse.SC_OK, session(role, request));
			case "/api/settings" -> Responses.json(response, HttpServletResponse.SC_OK,
					Map.of("settings", this.properties.get(), "process", this.reporter.process().id()));
			default -> room(path, role, request, response);
		}
	}

	private void room(String path, ConsoleRole role, HttpServletRequest request, HttpServletResponse response)
			throws IOException {
		Matcher matcher = ROOM.matcher(path);
		if (!matcher.matches() || isAction(matcher)) {
			Responses.error(response, HttpServletResponse.SC_NOT_FOUND, UNKNOWN);
			return;
		}
		read(matcher, role, request::getParameter, response);
	}

	/** Returns whether a path of a room is that of an action. */
	private static boolean isAction(Matcher matcher) {
		return matcher.group(2) != null && !matcher.group(2).equals(LIST);
	}

	/** Answers with an instance, or with a page of a list. */
	private void read(Matcher matcher, ConsoleRole role, Function<String, @Nullable String> parameters,
			HttpServletResponse response) throws IOException {
		String room = matcher.group(1);
		if (role != ConsoleRole.OPERATE && StateContents.isPersonal(room)) {
			Responses.error(response, HttpServletResponse.SC_FORBIDDEN, "Keys of users are shown to operators only");
			return;
		}
		boolean list = matcher.group(2) != null;
		String name = parameters.apply("name");
		String which = parameters.apply(LIST);
		if (name == null || (list && which == null)) {
			throw new IllegalArgumentException(
					(name == null) ? "name must not be missing" : "list must not be missing");
		}
		Map<String, Object> found = (list && which != null)
				? this.rooms.list(room, name, which, parameters.apply("cursor")) : this.rooms.find(room, name);
		found(response, (role == ConsoleRole.OPERATE) ? found : ErrorTexts.hidden(found));
	}

	@Override
	protected void doPost(HttpServletRequest request, HttpServletResponse response)
			throws ServletException, IOException {
		Responses.headers(response);
		ConsoleRole role = admitted(request, response, false);
		if (role == ConsoleRole.NONE) {
			return;
		}
		Matcher matcher = ROOM.matcher((request.getPathInfo() != null) ? request.getPathInfo() : "");
		boolean known = matcher.matches();
		// A name that is too long for an address is read by a body.
		boolean reads = known && !isAction(matcher);
		String refusal = (reads || role == ConsoleRole.OPERATE) ? RequestGuard.refusal(request)
				: "The role of the user may only look";
		if (refusal != null) {
			Responses.error(response, HttpServletResponse.SC_FORBIDDEN, refusal);
		}
		else if (!known) {
			Responses.error(response, HttpServletResponse.SC_NOT_FOUND, UNKNOWN);
		}
		else if (!isJson(request)) {
			Responses.error(response, HttpServletResponse.SC_UNSUPPORTED_MEDIA_TYPE,
					"The body must be application/json");
		}
		else if (reads) {
			answered(response, role, () -> {
				Map<String, Object> body = body(request);
				read(matcher, role, (name) -> RoomRequests.text(body, name), response);
			});
		}
		else {
			String room = matcher.group(1);
			String action = matcher.group(2);
			answered(response, role, () -> found(response, this.rooms.act(user(request), room, action, body(request))));
		}
	}

	/** Returns the role, after an answer if it is none. */
	private ConsoleRole admitted(HttpServletRequest request, HttpServletResponse response, boolean page)
			throws ServletException, IOException {
		ConsoleRole role = role(request);
		if (role == ConsoleRole.NONE && page && request.getUserPrincipal() == null) {
			SpringSecurity.askForUser(request);
			boolean authenticated = request.authenticate(response);
			if (response.isCommitted()) {
				return ConsoleRole.NONE;
			}
			// A container without a login configuration returns true and knows no user.
			role = authenticated ? role(request) : ConsoleRole.NONE;
		}
		if (role == ConsoleRole.NONE) {
			boolean known = request.getUserPrincipal() != null;
			Responses.error(response, known ? HttpServletResponse.SC_FORBIDDEN : HttpServletResponse.SC_UNAUTHORIZED,
					known ? "The user has no role for the console" : "The console asks for a user");
		}
		return role;
	}

	/** A rule that does not answer permits nothing. */
	private ConsoleRole role(HttpServletRequest request) {
		return Objects.requireNonNullElse(this.access.role(request), ConsoleRole.NONE);
	}

	private void answered(HttpServletResponse response, ConsoleRole role, Answer answer) throws IOException {
		try {
			answer.write();
		}
		catch (IllegalArgumentException | CodecException ex) {
			Responses.error(response, HttpServletResponse.SC_BAD_REQUEST, Thrown.message(ex));
		}
		catch (UnsupportedOperationException ex) {
			Responses.error(response, HttpServletResponse.SC_NOT_FOUND, Thrown.message(ex));
		}
		catch (IllegalStateException ex) {
			failed(response, role, HttpServletResponse.SC_CONFLICT, ex, "The component cannot do this now");
		}
		catch (RedisUnavailableException ex) {
			this.failures.warn(ex, "Redis did not answer the console");
			boolean unknown = ex.outcome() == RedisUnavailableException.Outcome.UNKNOWN;
			Responses.json(response, HttpServletResponse.SC_SERVICE_UNAVAILABLE,
					Map.of("error", (role == ConsoleRole.OPERATE) ? Thrown.message(ex) : "Redis does not answer",
							"outcome", unknown ? "unknown" : "not-executed"));
		}
		catch (RedisCommandException ex) {
			this.failures.warn(ex, "Redis refused what the console asked");
			failed(response, role, HttpServletResponse.SC_BAD_GATEWAY, ex, "Redis refuses a command");
		}
		catch (RuntimeException | LinkageError | StackOverflowError ex) {
			this.failures.warn(ex, "The console cannot answer a request");
			Responses.error(response, HttpServletResponse.SC_INTERNAL_SERVER_ERROR, "The console cannot answer this");
		}
	}

	/** Texts of failures name keys and commands, which are shown to operators only. */
	private static void failed(HttpServletResponse response, ConsoleRole role, int status, RuntimeException failure,
			String hidden) throws IOException {
		Responses.error(response, status, (role == ConsoleRole.OPERATE) ? Thrown.message(failure) : hidden);
	}

	private static void found(HttpServletResponse response, @Nullable Map<String, Object> found) throws IOException {
		if (found != null) {
			Responses.json(response, HttpServletResponse.SC_OK, found);
		}
		else {
			Responses.error(response, HttpServletResponse.SC_NOT_FOUND, UNKNOWN);
		}
	}

	private Map<String, Object> session(ConsoleRole role, HttpServletRequest request) {
		Map<String, Object> session = new LinkedHashMap<>();
		session.put("user", user(request));
		session.put("role", (role == ConsoleRole.OPERATE) ? "operate" : "read");
		session.put("path", request.getContextPath() + request.getServletPath());
		Map<String, Object> csrf = SpringSecurity.csrf(request);
		if (csrf != null) {
			session.put("csrf", csrf);
		}
		session.put("process", this.reporter.process().id());
		session.put("application", this.reporter.process().application());
		session.put("version", this.reporter.process().version());
		return session;
	}

	private static String user(HttpServletRequest request) {
		String user = request.getRemoteUser();
		return (user != null) ? user : "";
	}

	private static String viewer(HttpServletRequest request) {
		String viewer = request.getParameter("viewer");
		return (viewer != null && !viewer.isEmpty() && viewer.length() <= MOST_NAME) ? viewer
				: user(request) + '@' + request.getRemoteAddr();
	}

	private static boolean isJson(HttpServletRequest request) {
		String type = request.getContentType();
		return type != null && type.split(";", 2)[0].strip().equalsIgnoreCase("application/json");
	}

	private static Map<String, Object> body(HttpServletRequest request) throws IOException {
		byte[] bytes = request.getInputStream().readNBytes(MOST_BYTES + 1);
		if (bytes.length > MOST_BYTES) {
			throw new IllegalArgumentException("The body must have at most " + MOST_BYTES + " bytes");
		}
		return Packed.JSON.decode(bytes);
	}

	/** Writes an answer. */
	private interface Answer {

		void write() throws IOException;

	}

}
