// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.acl;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/**
 * An authority and the certificates that it has signed, made by the JDK's keytool, as PEM
 * files in a directory.
 */
final class Certificates {

	private static final String PASSWORD = "changeit";

	private static final Base64.Encoder LINES = Base64.getMimeEncoder(64, new byte[] { '\n' });

	private final Path directory;

	private final String authority;

	/**
	 * Makes an authority.
	 * @param authority the name of its files
	 */
	Certificates(Path directory, String authority) {
		this.directory = directory;
		this.authority = authority;
		generate(authority, "-ext", "bc:c");
		write(authority);
	}

	/**
	 * Makes a key and a certificate that the authority has signed.
	 * @param name the name of its files
	 * @param names the hosts that it is for, such as {@code ip:127.0.0.1}
	 */
	Certificates issue(String name, String names) {
		generate(name);
		Path request = file(name, "csr");
		Path signed = file(name, "crt");
		keytool("-certreq", "-keystore", store(name), "-alias", name, "-file", request.toString());
		keytool("-gencert", "-keystore", store(this.authority), "-alias", this.authority, "-infile", request.toString(),
				"-outfile", signed.toString(), "-ext", "san=" + names, "-validity", "2");
		keytool("-importcert", "-noprompt", "-keystore", store(name), "-alias", this.authority, "-file",
				file(this.authority, "pem").toString());
		keytool("-importcert", "-noprompt", "-keystore", store(name), "-alias", name, "-file", signed.toString());
		write(name);
		return this;
	}

	Path certificate(String name) {
		return file(name, "pem");
	}

	Path key(String name) {
		return file(name, "key");
	}

	private void generate(String name, String... more) {
		List<String> command = new ArrayList<>(List.of("-genkeypair", "-keystore", store(name), "-alias", name,
				"-keyalg", "EC", "-groupname", "secp256r1", "-dname", "CN=" + name, "-validity", "2"));
		command.addAll(List.of(more));
		keytool(command.toArray(String[]::new));
	}

	private void keytool(String... command) {
		List<String> line = new ArrayList<>();
		line.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
		line.addAll(List.of(command));
		line.addAll(List.of("-storetype", "PKCS12", "-storepass", PASSWORD));
		try {
			Process process = new ProcessBuilder(line).redirectErrorStream(true).start();
			String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
			if (process.waitFor() != 0) {
				throw new IllegalStateException(line + ": " + output);
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private void write(String name) {
		try (var in = Files.newInputStream(Path.of(store(name)))) {
			KeyStore store = KeyStore.getInstance("PKCS12");
			store.load(in, PASSWORD.toCharArray());
			Key key = store.getKey(name, PASSWORD.toCharArray());
			Certificate certificate = store.getCertificate(name);
			Files.writeString(file(name, "key"), pem("PRIVATE KEY", key.getEncoded()));
			Files.writeString(file(name, "pem"), pem("CERTIFICATE", certificate.getEncoded()));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static String pem(String what, byte[] content) {
		return "-----BEGIN " + what + "-----\n" + LINES.encodeToString(content) + "\n-----END " + what + "-----\n";
	}

	private String store(String name) {
		return file(name, "p12").toString();
	}

	private Path file(String name, String ending) {
		return this.directory.resolve(name + "." + ending);
	}

}
