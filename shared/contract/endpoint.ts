import type * as z from 'zod/mini';
import type { ErrorCode } from '../errors/errors.ts';
import type { ImageLimits } from '../image-format/image-limits.ts';
import type { Setting, StoreUses } from './resources.ts';
import type { Scope } from './scopes.ts';

/** A schema that validates a part of a request or describes a response. */
export type Schema = z.ZodMiniType;

/** The hosts that serve endpoints. Each is one REST API. */
export const allHosts = ['main', 'auth', 'diary', 'mcp'] as const;
export type Host = (typeof allHosts)[number];

/** Returns a value for each host. */
export function mapHosts<Value>(toValue: (host: Host) => Value): Record<Host, Value> {
  const values = allHosts.map((host) => [host, toValue(host)]);
  return Object.fromEntries(values);
}

/**
 * The use of a token (RFC 8707) that is not for the interfaces of the main and the diary host:
 * the MCP endpoint. A token for one is refused at the other (decision 0062).
 */
export type Audience = 'mcp';

/** A base URL of the service that responses can contain: that of a host, or of the CDN. */
export type BaseUrlName = Host | 'cdn';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The methods that requests can have. Each GET also responds to HEAD. */
export type RequestMethod = Method | 'HEAD';

/** The prefix of the one path that has none: the root of an API. */
export const rootPrefix = '';

/**
 * The first segment of a path: a version of the API, the prefix of well-known URIs (RFC 8615), or
 * none.
 */
export type PathPrefix = 'v7.0' | 'v7.1' | 'v2' | '.well-known' | typeof rootPrefix;

/**
 * The shape of errors: wire.md M4 (hal), A10 (oauth), A6 (page) and Y2 (diary), or that of JSON-RPC
 * 2.0 (rpc).
 */
export type ErrorShape = 'hal' | 'oauth' | 'page' | 'diary' | 'rpc';

/**
 * The token that a request needs. `public`: none; `client`: any access token, including one from
 * the client credentials grant; `application`: one from that grant; `user`: a token that a user
 * granted.
 */
export type AuthRequirement = 'public' | 'client' | 'application' | 'user';

/** A media type, as in `image/svg+xml`. */
export type MediaType = `${string}/${string}`;

/** A response of an endpoint. */
export interface ResponseDeclaration {
  description: string;
  /**
   * The schema of a JSON body, `html` for a page, or the media type of other text. Absent if there
   * is no body.
   */
  body?: Schema | 'html' | MediaType;
  /** Headers that every response with this status has, besides Content-Type. */
  headers?: readonly string[];
}

/**
 * The maximum size of the files of a form, in bytes. Lambda gets at most 6 MB of an event, in which
 * files are a third larger.
 */
export const maxFormBytes = 4_194_304;

/** The media types of files that the main host passes on as bytes, besides those of forms. */
export const fileMediaTypes = [
  'application/octet-stream',
  'application/zip',
  'application/gzip',
  'application/vnd.ant.fit',
  'application/fit',
] as const;

/** A file of a multipart form. */
export interface UploadedFile {
  /** The name of the file, without folders. Empty if the client sent none. */
  name: string;
  bytes: Buffer;
}

/** The limits of the files that a form can have under one name. */
export interface FileLimits {
  /** The maximum size of all of them together, in bytes. */
  maxBytes: number;
  maxCount?: number;
  /** Whether a form without a file is valid. */
  isOptional?: boolean;
}

/**
 * A part of a multipart form: a JSON file, a JPEG, PNG, WebP or GIF image, a text, or one or
 * several files of any type. A text can be missing if its schema accepts that, files if they are
 * optional.
 */
export type PartDeclaration =
  | { json: Schema }
  | { imageFile: ImageLimits }
  | { text: Schema }
  | { files: FileLimits; description: string };

/** The parts of a multipart form by name. */
export type MultipartDeclaration = Readonly<Record<string, PartDeclaration>>;

/** A header of a request, and the bounds of its length in characters. */
export interface HeaderDeclaration {
  description: string;
  minLength: number;
  maxLength: number;
}

/**
 * The parts of a request that the endpoint reads. Everything else is ignored, and the response says
 * so (wire.md M10).
 */
export interface RequestDeclaration {
  /** Optional headers that the handler reads. */
  headers?: Readonly<Record<string, HeaderDeclaration>>;
  query?: Schema;
  json?: Schema;
  /** Returns a more precise schema than `json` if the id in the path tells the type of the item. */
  jsonFor?: (params: Readonly<Record<string, string>>) => Schema | undefined;
  /**
   * Returns what the item is in a response, or is at first, whose members a client may write back.
   * Those that are a literal have no other value.
   */
  representationFor?: (params: Readonly<Record<string, string>>) => Schema | undefined;
  form?: Schema;
  /** True to get the body as it was sent, of any media type, to verify its signature. */
  text?: true;
  /** True to get the body as its bytes, of any media type. */
  bytes?: true;
  /** The JSON that the documentation shows of a body of bytes, which can be other JSON as well. */
  documented?: Schema;
  /** The parts of a multipart form. Exactly these are accepted, in any order. */
  multipart?: MultipartDeclaration;
  /** The size limit of the body, or of a JSON part, in bytes. Defaults to 65,536. */
  maxBytes?: number;
}

/** A request that the documentation, the contract tests and the benchmarks use unchanged. */
export interface Example {
  summary: string;
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string>>;
  body?: unknown;
  status: number;
  responseBody?: unknown;
}

/**
 * Everything that is known about an endpoint. Its route, Lambda function, IAM role, environment,
 * validation, handler types, documentation and contract tests are derived from this value. It is
 * pure: it reads no environment and imports no SDK.
 */
export interface Endpoint {
  /** The API that serves the endpoint. */
  host: Host;
  /** Hosts that serve the endpoint at the same path, too. The documentation leaves them out. */
  otherHosts?: readonly Host[];
  /** The method of its requests. Each GET also responds to HEAD. */
  method: Method;
  /** The path below the version. On the main host it ends with a slash, as links do. */
  path: `/${string}`;
  /** The versions under which the path exists, the oldest first. */
  versions: readonly [PathPrefix, ...PathPrefix[]];
  /**
   * The name of the operation in the OpenAPI documents, and of the function in generated clients: a
   * verb and a resource, as in `listDataSources`. Absent for pages and images that a browser
   * loads by their links.
   */
  operationId?: string;
  /** A verb phrase of a few words: the title in the documentation. */
  summary: string;
  /** Facts that the developer of a client needs beyond the summary. */
  description?: string;
  /**
   * True if only our own pages or a provider call it, or if it has a protocol of its own. The
   * documentation of the interfaces leaves it out.
   */
  internal?: true;
  /** The token that a request needs: `public`, `client`, `application` or `user`. */
  auth: AuthRequirement;
  /**
   * The scope that the token must have, or `any` if the data belongs to no user, or if the handler
   * selects what the scope allows. Required of an endpoint that is not public.
   */
  scope?: Scope | 'any';
  /** True if the handler counts the request for the client that it has authenticated. */
  chargesClient?: true;
  /** The parts of a request that the handler gets, validated. */
  request?: RequestDeclaration;
  /** The responses that the handler returns, by status. Errors are in `errors`. */
  responses: Readonly<Record<number, ResponseDeclaration>>;
  /**
   * Errors that the handler throws. The errors of `serve`, e.g. for an invalid body, follow from
   * the rest of the declaration.
   */
  errors?: readonly ErrorCode[];
  /** Defaults to the shape of the host. */
  errorShape?: ErrorShape;
  /** False if clients cannot read the resource's collection, so that errors do not link to it. */
  hasCollection?: false;
  /**
   * The stores that the handler uses, and the operations on each. The function gets no other rights
   * and no other methods.
   */
  stores?: Omit<StoreUses, 'variants'>;
  /**
   * The seconds for which a client may cache a 200. The response has a weak ETag, and a request
   * with that tag in If-None-Match gets the 304 that is declared as `notModified`.
   */
  cacheSeconds?: number;
  /**
   * The most store calls of a request, with the reason. Defaults to 1. Each page of a query is a
   * call; the tries of a call while DynamoDB is busy are not. If the stored data or other requests
   * could cause more, the handler opens the table by `openTableFor`, which refuses them.
   */
  storeCalls?: { max: number; reason: string };
  /**
   * The most items of a list. Required for a list that is read from the table. The store that
   * writes the items must enforce it.
   */
  maxItems?: number;
  /** Base URLs that the responses contain. */
  baseUrls?: readonly BaseUrlName[];
  /** Settings of the operator that the handler reads. */
  settings?: readonly Setting[];
  /** MB. Determines the share of CPU, too. Defaults to `defaultMemory`. */
  memory?: number;
  /** Seconds, at most the 29 that API Gateway waits. Defaults to `defaultTimeout`. */
  timeout?: number;
  /** Requests with their responses, for the documentation and the tests. */
  examples?: readonly Example[];
}

/** The 304 of an endpoint whose responses a client may cache. */
export const notModified = {
  description: 'Not modified: the ETag in If-None-Match is current.',
} as const satisfies ResponseDeclaration;

/**
 * Defines an endpoint, keeping its exact type, from which the handler's types are derived. With
 * `Endpoint` in the type of the parameter, editors show the documentation of its members.
 */
export function defineEndpoint<const E extends Endpoint>(value: E & Endpoint): E {
  return value;
}

/** The default error shape of the endpoints of each host. */
export const errorShapeByHost: Readonly<Record<Host, ErrorShape>> = {
  main: 'hal',
  auth: 'page',
  diary: 'diary',
  mcp: 'rpc',
};

/** Returns the shape of an endpoint's errors. */
export function getErrorShape(value: Endpoint): ErrorShape {
  return value.errorShape ?? errorShapeByHost[value.host];
}

/**
 * Returns whether requests count against limits, so that responses have the fields about them:
 * those with a token to an endpoint that uses the table. The catalogs have no use for one.
 */
export function isLimited({ auth, chargesClient, stores }: Endpoint): boolean {
  return chargesClient === true || (auth !== 'public' && stores?.table !== undefined);
}

/** The paths of a protocol in which names that are unknown must be ignored. */
export type ProtocolPath = `/openid/${string}`;

/**
 * Returns whether responses tell of the names in a request that the endpoint does not know (wire.md
 * M10): those to a token of the main and the diary host.
 */
export function tellsIgnoredNames({ auth, host, path }: Endpoint): boolean {
  const isProtocol = path.startsWith('/openid/');
  return auth !== 'public' && (host === 'main' || host === 'diary') && !isProtocol;
}

/** Returns all hosts that serve an endpoint. */
export function listHosts({ host, otherHosts = [] }: Endpoint): readonly Host[] {
  return [host, ...otherHosts];
}

/** Returns the methods that an endpoint responds to: with GET, HEAD too. */
export function getRequestMethods({ method }: Endpoint): readonly RequestMethod[] {
  return method === 'GET' ? ['GET', 'HEAD'] : [method];
}

/** Returns the resource of an endpoint: the first segment of its path, as in `data_source`. */
export function getResource(value: Pick<Endpoint, 'path'>): string {
  return value.path.split('/')[1] ?? '';
}

/** The environment variables with the service's base URLs, which have no trailing slash. */
export const baseUrlVariables: Readonly<Record<BaseUrlName, string>> = {
  main: 'MAIN_URL',
  auth: 'AUTH_URL',
  diary: 'DIARY_URL',
  mcp: 'MCP_URL',
  cdn: 'CDN_URL',
};

/** The environment variable of the authorizer with the id of the MCP host's API. */
export const mcpApiVariable = 'MCP_API_ID';

/** The host and versions of an endpoint of the main API (specification 9). */
export const mainInterface = { host: 'main', versions: ['v7.0', 'v7.1'] } as const;

/** The host and versions of an endpoint of the authorization server. */
export const authInterface = { host: 'auth', versions: ['v7.0', 'v7.1'] } as const;

/**
 * The members that the endpoints of all pages of the authorization server share. It spreads no
 * other value, so that bundles that do not use it leave it out.
 */
export const authPage = {
  host: 'auth',
  versions: ['v7.0', 'v7.1'],
  internal: true,
  auth: 'public',
  settings: ['service'],
} as const;

/** The host and version of an endpoint of the diary. */
export const diaryInterface = { host: 'diary', versions: ['v2'] } as const;

/** The host of the endpoint for assistants, which is the root of its API. */
export const mcpInterface = { host: 'mcp', path: '/', versions: [rootPrefix] } as const;
