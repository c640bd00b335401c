import * as z from 'zod/mini';
import { errorCodes, type RpcError, type RpcRequest } from './message.ts';
import {
  defaultVersion,
  findProtocolVersion,
  type ProtocolVersion,
  statelessVersion,
  supportedVersions,
} from './versions.ts';

/** Returns the values of a header by its lower-case name. */
export type ReadHeader = (name: string) => readonly string[];

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
  const version = findProtocolVersion(requested);
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
