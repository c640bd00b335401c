import { readJson } from '#shared/http/body.ts';
import { compact } from '#shared/runtime/compact.ts';
import {
  errorCodes,
  findId,
  type RpcError,
  type RpcRequest,
  type RpcResponse,
  readMessage,
} from './message.ts';
import {
  findMismatch,
  metadataNames,
  negotiateVersion,
  type ProtocolVersion,
  type ReadHeader,
  readVersion,
  statelessVersion,
  supportedVersions,
} from './request-metadata.ts';
import type { ToolServer } from './tool-server.ts';

/** The response to an HTTP request with a notification, or with anything else. */
type HttpResponse = { status: 202 } | RpcHttpResponse;

interface RpcHttpResponse {
  status: 200 | 400 | 403 | 404;
  body: RpcResponse;
  /** The scope that the token lacks. */
  missingScope?: string;
}

type Result = NonNullable<RpcResponse['result']>;

/** The result of a method, or why there is none. */
type Outcome = { result: Result } | Refusal;

interface Refusal {
  error: RpcError;
  status?: RpcHttpResponse['status'];
  missingScope?: string;
}

type Params = Readonly<Record<string, unknown>>;
type Method = (server: ToolServer, params: Params) => Outcome | Promise<Outcome>;

/** Milliseconds for which clients may keep the response to `server/discover`, and a list. */
const timeToLive = 300_000;
const cachedByAll = { ttlMs: timeToLive, cacheScope: 'public' } as const;
/** The tools depend on the scopes of the token. */
const cachedByOne = { ttlMs: timeToLive, cacheScope: 'private' } as const;

/**
 * Some clients ask for prompts and resources without looking at the capabilities, so these are
 * announced, and none exists.
 */
const capabilities = { tools: {}, prompts: {}, resources: {} };

function list(name: string): Method {
  return () => ({ result: { [name]: [], ...cachedByAll } });
}

/** The methods of all revisions. */
const commonMethods: Readonly<Record<string, Method>> = {
  'tools/list': async ({ tools }) => ({
    result: { tools: await tools(), ...cachedByOne },
  }),
  'tools/call': callTool,
  'prompts/list': list('prompts'),
  'prompts/get': (_, { name }) => refuseParams('Unknown prompt', { name }),
  'resources/list': list('resources'),
  'resources/templates/list': list('resourceTemplates'),
  'resources/read': (_, { uri }) => refuseParams('Resource not found', { uri }),
};

const statelessMethods: Readonly<Record<string, Method>> = {
  ...commonMethods,
  'server/discover': ({ instructions }) => ({
    result: { supportedVersions, capabilities, instructions, ...cachedByAll },
  }),
};

const handshakeMethods: Readonly<Record<string, Method>> = {
  ...commonMethods,
  initialize: ({ identity, instructions }, { protocolVersion: requested }) => {
    const protocolVersion = negotiateVersion(requested);
    const serverInfo = identity;
    return { result: { protocolVersion, capabilities, serverInfo, instructions } };
  },
  ping: () => ({ result: {} }),
};

/**
 * Responds to the body of a POST: one request or notification of the Model Context Protocol, of any
 * supported revision. There is no session.
 */
export async function respondToMessage(
  text: string,
  header: ReadHeader,
  server: ToolServer,
): Promise<HttpResponse> {
  const json = readJson(text);
  if ('problem' in json)
    return reject(null, errorCodes.parseError, `the body ${json.problem}`);
  const message = readMessage(json.value);
  if (!message) {
    const problem = 'the body must be one request or notification of JSON-RPC 2.0';
    return reject(findId(json.value), errorCodes.invalidRequest, problem);
  }
  if (message.id === undefined) return { status: 202 };

  const read = readVersion(message, header);
  if ('error' in read) return refuse(message, { error: read.error, status: 400 });
  const { version } = read;
  const isStateless = version === statelessVersion;
  const mismatch = isStateless ? findMismatch(message, header) : undefined;
  if (mismatch) return refuse(message, { error: mismatch, status: 400 });
  const methods = isStateless ? statelessMethods : handshakeMethods;
  const method = Object.hasOwn(methods, message.method)
    ? methods[message.method]
    : undefined;
  if (!method) {
    const error = { code: errorCodes.methodNotFound, message: 'Method not found' };
    // A client of an older revision takes 404 for the end of its session.
    return refuse(message, { error, status: isStateless ? 404 : 200 });
  }
  const outcome = await method(server, message.params ?? {});
  if ('error' in outcome) return refuse(message, outcome);
  const { jsonrpc, id } = message;
  const result = complete(outcome.result, version, server);
  return { status: 200, body: { jsonrpc, id, result } };
}

/** Adds what the results of a revision have. */
function complete(
  result: Result,
  version: ProtocolVersion,
  { identity }: ToolServer,
): Result {
  if (version !== statelessVersion) return result;
  const _meta = { [metadataNames.server]: identity };
  return { resultType: 'complete', ...result, _meta };
}

async function callTool(server: ToolServer, params: Params): Promise<Outcome> {
  const { name, arguments: sent = {} } = params;
  if (typeof name !== 'string' || typeof sent !== 'object' || sent === null)
    return refuseParams('name must be a string, and arguments an object', {});
  const call = await server.call(name, sent);
  switch (call.outcome) {
    case 'unknown':
      return refuseParams('Unknown tool', { name });
    case 'insufficient_scope': {
      const { scope } = call;
      const message = `The tool ${name} needs the scope ${scope}`;
      const error = { code: errorCodes.invalidRequest, message, data: { scope } };
      return { error, status: 403, missingScope: scope };
    }
    case 'refused':
      return { result: { content: [toText(call.problem)], isError: true } };
    case 'done': {
      const { content: structuredContent } = call;
      const content = [toText(JSON.stringify(structuredContent))];
      return { result: { content, structuredContent, isError: false } };
    }
  }
}

function toText(text: string) {
  return { type: 'text', text } as const;
}

function refuseParams(problem: string, data: Params): Refusal {
  return { error: { code: errorCodes.invalidParams, message: problem, data } };
}

function refuse(
  { id }: Pick<RpcRequest, 'id'>,
  { error, status = 200, missingScope }: Refusal,
): RpcHttpResponse {
  const body = { jsonrpc: '2.0', id, error } as const;
  return compact({ status, body, missingScope });
}

function reject(
  id: RpcRequest['id'] | null,
  code: RpcError['code'],
  message: string,
): RpcHttpResponse {
  return { status: 400, body: { jsonrpc: '2.0', id, error: { code, message } } };
}
