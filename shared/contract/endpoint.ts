import type * as z from 'zod/mini';
import type { ErrorCode } from '../errors/errors.ts';
import type { ObjectOperation, TableOperation } from './store-operations.ts';

/** A validation schema of any part of a request or response. */
export type Schema = z.ZodMiniType;

/** The three addresses that carry endpoints; each is one REST API. */
export type Host = 'main' | 'auth' | 'diary';
/** An address of the service that a function may need in an answer. */
export type Address = Host | 'cdn';
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
/** The first segment of a path: the version of the interface, or the prefix of what has none (RFC 8615). */
export type Version = 'v7.0' | 'v7.1' | 'v2' | '.well-known';
/** The shape in which an endpoint's errors are rendered: decisions M4 (hal), A10 (oauth), A6 (page) and Y2 (diary). */
export type ErrorShape = 'hal' | 'oauth' | 'page' | 'diary';
/**
 * Who may call: anyone; any valid token, an application's own included; only a token that a user granted.
 */
export type AuthRequirement = 'public' | 'client' | 'user';

/** A type of content, as in `image/svg+xml`. */
export type MediaType = `${string}/${string}`;

/** What an endpoint answers with one status. */
export interface ResponseDeclaration {
  description: string;
  /** A schema of the JSON body, `html` for a page, the media type of any other text; absent where there is no body. */
  body?: Schema | 'html' | MediaType;
  /** Headers that every answer of this status carries beside Content-Type. */
  headers?: readonly string[];
}

/** What an image may be at most (decisions I2 and I3). */
export interface ImageLimits {
  maxBytes: number;
  /** Pixels of its width, and of its height: rows cost something of themselves, however short. */
  maxSide: number;
  /** Width times height of an image that does not move. */
  maxPixels: number;
  /** Each frame has to be made by itself, in every size: width times height times frames, and how many frames. */
  animation: { maxPixels: number; maxFrames: number };
}

/** A part of a multipart form: a file of JSON, or an image in one of the four formats. */
export type PartDeclaration = { json: Schema } | { imageFile: ImageLimits };

/** The parts of a multipart form by name. */
export type MultipartDeclaration = Readonly<Record<string, PartDeclaration>>;

/** The parts of a request that the endpoint reads; whatever is not named here is ignored. */
export interface RequestDeclaration {
  /** Headers that may be sent and that the handler looks up by itself, each with what it is for. */
  headers?: Readonly<Record<string, string>>;
  query?: Schema;
  json?: Schema;
  /** What `json` comes to for the thing that the path names, where its id says of which kind it is. */
  jsonFor?: (params: Readonly<Record<string, string>>) => Schema | undefined;
  form?: Schema;
  /** The parts of a multipart form: exactly these, in any order. */
  multipart?: MultipartDeclaration;
  /** The largest body in bytes, or the largest part of JSON; 65,536 unless stated. */
  maxBytes?: number;
}

/** One request that the documentation, the contract tests and the benchmarks may send as it stands. */
export interface Example {
  summary: string;
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string>>;
  body?: unknown;
  status: number;
  answer?: unknown;
}

/**
 * Everything that is known about an endpoint: the route, the Lambda function, its IAM statements and environment,
 * validation, the handler's types, the OpenAPI description, the documentation page and the contract tests all come
 * from this value. It is pure: it reads no environment and imports no SDK.
 */
export interface Endpoint {
  host: Host;
  method: Method;
  /** Path below the version prefix, with the slash at the end that links carry on the main interface. */
  path: `/${string}`;
  versions: readonly [Version, ...Version[]];
  summary: string;
  /** What a developer of a client needs to know beyond the summary, in plain sentences. */
  description?: string;
  /** One of our own pages, to which our own links and forms lead: nothing that the documentation tells clients of. */
  internal?: true;
  auth: AuthRequirement;
  request?: RequestDeclaration;
  responses: Readonly<Record<number, ResponseDeclaration>>;
  /** Errors that the handler itself may raise; those of the pipeline follow from the other members. */
  errors?: readonly ErrorCode[];
  /** Unless stated, the shape of the host. */
  errorShape?: ErrorShape;
  /** False where the resource has no collection that a client can read, and errors cannot lead to one. */
  hasCollection?: false;
  stores?: { table?: readonly TableOperation[]; objects?: readonly ObjectOperation[] };
  /**
   * For how many seconds a client may keep a 200. Such an answer carries a strong ETag, and a request that names it in
   * If-None-Match gets a 304, which is declared as `notModified`.
   */
  cacheSeconds?: number;
  /** Most store calls that one request makes; 1 unless stated, and then with the reason. */
  storeCalls?: { max: number; reason: string };
  /** How many items a list can have; its store refuses more. Required of a list that is read from the table. */
  maxItems?: number;
  /** Addresses that the answers contain. */
  addresses?: readonly Address[];
  /** MB; it sets the share of CPU as well. */
  memory?: number;
  /** Seconds; the gateway itself waits 29. */
  timeout?: number;
  examples?: readonly Example[];
}

/** The 304 of an endpoint whose answers a client may keep. */
export const notModified = {
  description: 'Not modified: the ETag in If-None-Match is current.',
} as const satisfies ResponseDeclaration;

/** States an endpoint, keeping its exact type so that the compiler knows the handler's arguments. */
export function defineEndpoint<const E extends Endpoint>(value: E): E {
  return value;
}

/** The shape of errors on a host, unless an endpoint has its own. */
export const shapeOfHost: Readonly<Record<Host, ErrorShape>> = {
  main: 'hal',
  auth: 'page',
  diary: 'diary',
};

/** The shape in which the errors of an endpoint are rendered. */
export function errorShapeOf(value: Endpoint): ErrorShape {
  return value.errorShape ?? shapeOfHost[value.host];
}

/** The resource that an endpoint belongs to: the first segment of its path, as in `data_source`. */
export function resourceOf(value: Endpoint): string {
  return value.path.split('/')[1] ?? '';
}
