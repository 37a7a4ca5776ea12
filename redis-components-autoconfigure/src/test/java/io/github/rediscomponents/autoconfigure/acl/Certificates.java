// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.acl;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
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
		write(authority, ownCertificate(authority));
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
		write(name, read(signed));
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

	private static byte[] read(Path signed) {
		try (var in = Files.newInputStream(signed)) {
			return CertificateFactory.getInstance("X.509").generateCertificate(in).getEncoded();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private void write(String name, byte[] certificate) {
		try {
			Files.writeString(file(name, "key"),
					pem("PRIVATE KEY", keys(name).getKey(name, PASSWORD.toCharArray()).getEncoded()));
			Files.writeString(file(name, "pem"), pem("CERTIFICATE", certificate));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private byte[] ownCertificate(String name) {
		try {
			return keys(name).getCertificate(name).getEncoded();
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private KeyStore keys(String name) {
		try {
			return KeyStore.getInstance(Path.of(store(name)).toFile(), PASSWORD.toCharArray());
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
