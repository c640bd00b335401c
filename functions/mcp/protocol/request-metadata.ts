import * as z from 'zod/mini';
import { errorCodes, type RpcError, type RpcRequest } from './message.ts';

/** Returns the values of a header by its lower-case name. */
export type ReadHeader = (name: string) => readonly string[];

/** The revision without a handshake: each request says which revision it has. */
export const statelessVersion = '2026-07-28';

/** The revisions that begin with `initialize`, the newest first. */
const handshakeVersions = ['2025-11-25', '2025-06-18'] as const;

/** The revisions of the protocol that are served, the newest first. */
export const supportedVersions = [statelessVersion, ...handshakeVersions] as const;
export type ProtocolVersion = (typeof supportedVersions)[number];

/** The revision of a request that names none, as of a client before its handshake. */
const defaultVersion = '2025-06-18';

/** Returns the revision with which to answer a client that asks for one by `initialize`. */
export function negotiateVersion(requested: unknown): ProtocolVersion {
  const same = handshakeVersions.find((version) => version === requested);
  return same ?? handshakeVersions[0];
}

const versionHeader = 'MCP-Protocol-Version';

const metadataPrefix = 'io.modelcontextprotocol/';

/** The names of the metadata that requests and results have in `_meta`. */
export const metadataNames = {
  version: `${metadataPrefix}protocolVersion`,
  capabilities: `${metadataPrefix}clientCapabilities`,
  server: `${metadataPrefix}serverInfo`,
} as const;

const Metadata = z.object({
  [metadataNames.version]: z.string(),
  [metadataNames.capabilities]: z.record(z.string(), z.unknown()),
});

/** The member of `params` that the header `Mcp-Name` repeats, by method. */
const namedBy: Readonly<Record<string, 'name' | 'uri'>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
};

/** The revision of a request, or why the request is refused. */
type VersionResult = { version: ProtocolVersion } | { error: RpcError };

/**
 * Returns the revision that a request has in its metadata and in its header, which must be equal.
 * A request of an older revision has it in the header only, or not at all.
 */
export function readVersion({ params }: RpcRequest, header: ReadHeader): VersionResult {
  const [sent, ...more] = header(versionHeader.toLowerCase());
  const metadata = params?._meta as Readonly<Record<string, unknown>> | undefined;
  const claimed = metadata?.[metadataNames.version];
  if (more.length > 0) return { error: toMismatch(versionHeader, 'is repeated') };
  if (typeof claimed === 'string' && claimed !== sent) {
    return { error: toMismatch(versionHeader, `must be ${claimed}, as in _meta`) };
  }
  const requested = sent ?? defaultVersion;
  const version = supportedVersions.find((served) => served === requested);
  if (!version) {
    const data = { supported: supportedVersions, requested };
    const message = 'Unsupported protocol version';
    return { error: { code: errorCodes.unsupportedVersion, message, data } };
  }
  if (version === statelessVersion && !Metadata.safeParse(metadata).success) {
    const names = `${metadataNames.version} and ${metadataNames.capabilities}`;
    const message = `Invalid params: _meta must have ${names}`;
    return { error: { code: errorCodes.invalidParams, message } };
  }
  return { version };
}

/** Returns why the headers that repeat parts of the body differ from it, or undefined. */
export function findMismatch(
  { method, params }: RpcRequest,
  header: ReadHeader,
): RpcError | undefined {
  if (!isSame(header('mcp-method'), method))
    return toMismatch('Mcp-Method', 'must be the method of the body');
  const member = Object.hasOwn(namedBy, method) ? namedBy[method] : undefined;
  const name = member && params?.[member];
  if (typeof name !== 'string') return undefined;
  if (isSame(header('mcp-name').map(decodeValue), name)) return undefined;
  return toMismatch('Mcp-Name', `must be the ${member} of the body`);
}

function isSame([first, ...more]: readonly (string | undefined)[], expected: string) {
  return more.length === 0 && first === expected;
}

function toMismatch(name: string, problem: string): RpcError {
  return {
    code: errorCodes.headerMismatch,
    message: `Header mismatch: ${name} ${problem}`,
  };
}

const encodedValue = /^=\?base64\?(?<encoded>.*)\?=$/s;

/** Decodes the value of a header that is sent as `=?base64?...?=`. Undefined if it is malformed. */
function decodeValue(value: string): string | undefined {
  const encoded = encodedValue.exec(value)?.groups?.encoded;
  if (encoded === undefined) return value;
  const bytes = Buffer.from(encoded, 'base64');
  return bytes.toString('base64') === encoded ? bytes.toString() : undefined;
}

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
