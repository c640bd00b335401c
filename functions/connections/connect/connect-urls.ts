interface ConnectBaseUrls {
  auth: string;
}

/** Returns the path, below the version, of the page that asks to continue to the provider. */
export function toContinuePath(id: string): string {
  return `connect/continue/?request=${encodeURIComponent(id)}`;
}

/** Returns the URL of the page that asks a person to continue to the provider. */
export function getContinueUrl(
  { auth }: ConnectBaseUrls,
  version: string,
  id: string,
): string {
  return `${auth}/${version}/${toContinuePath(id)}`;
}

/** Returns the URL that starts a new connect request with these parameters. */
export function getConnectUrl(
  { auth }: ConnectBaseUrls,
  version: string,
  parameters: Readonly<Record<string, string>>,
): string {
  return `${auth}/${version}/connect/?${new URLSearchParams(parameters)}`;
}

/**
 * Returns the redirect URI of our client at a provider. Each provider has its own URI, so the code
 * of one provider is never sent to another (RFC 9700 section 4.4.2.2). The version in the URI is
 * fixed, because the URI is registered at the provider.
 */
export function getCallbackUrl({ auth }: ConnectBaseUrls, type: string): string {
  return `${auth}/v7.1/connect/callback/${type}/`;
}
