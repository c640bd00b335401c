function toBase64Url(bytes: Uint8Array): string {
  const base64 = btoa(String.fromCharCode(...bytes));
  return base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** Returns 256 random bits as a string: a `state` or a code verifier (RFC 7636 section 4.1). */
export function createRandomString(): string {
  return toBase64Url(crypto.getRandomValues(new Uint8Array(32)));
}

/** Computes the code challenge `S256` of a code verifier (RFC 7636 section 4.2). */
export async function computeCodeChallenge(verifier: string): Promise<string> {
  const bytes = new TextEncoder().encode(verifier);
  return toBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}
