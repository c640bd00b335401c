/** The host names of this machine. */
const localHosts = ['localhost', '127.0.0.1', '[::1]'];

function isLocal(url: string): boolean {
  const hostname = URL.parse(url)?.hostname;
  return hostname !== undefined && localHosts.includes(hostname);
}

/**
 * Returns whether pages of an origin may send requests to a server. A server on this machine
 * accepts pages of this machine only, because a strange page could reach it under a name of its
 * own. A public one accepts all: no browser adds a token by itself.
 */
export function isAllowedOrigin(origins: readonly string[], serverUrl: string): boolean {
  return !isLocal(serverUrl) || origins.every(isLocal);
}
