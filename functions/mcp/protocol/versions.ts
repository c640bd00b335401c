/** The revision without a handshake: each request says which revision it has. */
export const statelessVersion = '2026-07-28';

/** The revisions that begin with `initialize`, the newest first. */
const handshakeVersions = ['2025-11-25', '2025-06-18'] as const;

/** The revisions of the protocol that are served, the newest first. */
export const supportedVersions = [statelessVersion, ...handshakeVersions] as const;
export type ProtocolVersion = (typeof supportedVersions)[number];

/** The revision of a request that names none, as of a client before its handshake. */
export const defaultVersion = '2025-06-18';

/** Returns the revision with a name, or undefined if it is not served. */
export function findProtocolVersion(name: string): ProtocolVersion | undefined {
  return supportedVersions.find((version) => version === name);
}

/** Returns the revision with which to answer a client that asks for one by `initialize`. */
export function negotiateVersion(requested: unknown): ProtocolVersion {
  const same = handshakeVersions.find((version) => version === requested);
  return same ?? handshakeVersions[0];
}
