import type * as z from 'zod/mini';
import type { Principal } from '../auth/principal.ts';
import type { Endpoint, Schema } from '../contract/endpoint.ts';
import type { ServiceSettings } from '../contract/resources.ts';
import type { ErrorArguments, ErrorCode, ServiceError } from '../errors/errors.ts';
import type { ItemLink, Links } from '../hal/links.ts';
import type { ClientUploads } from '../objects/client-uploads.ts';
import type { Objects } from '../objects/objects.ts';
import type { Table } from '../table/table.ts';
import type {
  DeclaredBody,
  DeclaredPart,
  HasUploads,
  Listed,
  PathParameter,
  StoreOperation,
} from './declared.ts';
import type { ChargeClient, RecordRead } from './request-quota.ts';

/** The arguments of `fail` for each of these codes. */
type FailArguments<Codes extends ErrorCode> = [Codes] extends [never]
  ? [code: NoDeclaredErrors, ...details: unknown[]]
  : { [Code in Codes]: [code: Code, ...details: ErrorArguments<Code>] }[Codes];

/** No code has this type, which the compiler prints if an endpoint declares no errors. */
type NoDeclaredErrors = 'a code that endpoint.ts lists in `errors`';

/**
 * Builds an error with one of `Codes`, for the caller to throw. The compiler then rejects a handler
 * whose endpoint does not declare them.
 *
 * The function itself must have no type parameter, or else TypeScript does not compare the codes.
 */
export type Fail<Codes extends ErrorCode> = (
  ...failure: FailArguments<Codes>
) => ServiceError;

/** The validated request with everything that the endpoint declares, and nothing else. */
export interface HandlerRequest<E extends Endpoint> {
  params: Readonly<Record<PathParameter<E['path']>, string>>;
  query: DeclaredPart<E, 'query'>;
  /** Text, JSON, a form, or the parts of a multipart form. Undefined if no body is declared. */
  body: DeclaredBody<E>;
  /** Returns the values of a header by its lower-case name, in the order sent. */
  header(name: string): readonly string[];
  caller: E['auth'] extends 'public' ? undefined : Principal;
  /** The host that got the request. */
  host: string;
  version: E['versions'][number];
  /** The scheme of the client's request to the gateway. */
  scheme: 'http' | 'https';
  links: Links;
  table: Table<StoreOperation<E, 'table'>>;
  /** The bucket of uploaded originals. */
  originals: Objects<StoreOperation<E, 'originals'>>;
  /** The bucket of the files that people import. */
  imports: Objects<StoreOperation<E, 'imports'>>;
  /** The same bucket, below the folder of what inboxes take. */
  pushes: Objects<StoreOperation<E, 'pushes'>>;
  /** The same bucket, to which clients upload large files in parts. */
  uploads: HasUploads<E> extends true ? ClientUploads : undefined;
  /** For an endpoint whose scope does not say what it reads. */
  recordRead: E['auth'] extends 'public' ? undefined : RecordRead;
  chargeClient: E extends { chargesClient: true } ? ChargeClient : undefined;
  baseUrls: Readonly<Record<Listed<E, 'baseUrls'>, string>>;
  settings: Readonly<Pick<ServiceSettings, Listed<E, 'settings'>>>;
  /** The time of the request. */
  now: Date;
  /** The IP address of the client, as the gateway saw it. */
  sourceAddress: string;
  /** The id of the request in the logs. */
  requestId: string;
  fail: Fail<Listed<E, 'errors'>>;
}

/** The headers of a response. Declared headers are required. */
type HeadersPart<Response> = Response extends {
  headers: readonly (infer Name extends string)[];
}
  ? { headers: Readonly<Record<Name, string>> & Readonly<Record<string, string>> }
  : { headers?: Readonly<Record<string, string>> };

/** A type whose members are all readonly, so that a response can contain constants. */
type DeepReadonly<T> = T extends (infer Element)[]
  ? readonly DeepReadonly<Element>[]
  : T extends object
    ? { readonly [Name in keyof T]: DeepReadonly<T[Name]> }
    : T;

/** The value of a declared body. A body without a schema is text. */
type BodyValue<Body> = Body extends Schema ? DeepReadonly<z.input<Body>> : string;

type BodyPart<Response> = Response extends { body: infer Body }
  ? { body: BodyValue<Body> }
  : { body?: undefined };

type ResponseWithStatus<E extends Endpoint, Status extends keyof E['responses']> = {
  status: Status;
  cookies?: readonly string[];
} & HeadersPart<E['responses'][Status]> &
  BodyPart<E['responses'][Status]>;

/** A response of a handler: one of the declared statuses, with its headers and body. */
export type HandlerResponse<E extends Endpoint> = {
  [Status in keyof E['responses']]: ResponseWithStatus<E, Status>;
}[keyof E['responses']];

/**
 * The handler of an endpoint. The compiler infers `R` from its return value, so that the status
 * stays a literal type.
 */
export type Handler<
  E extends Endpoint,
  R extends HandlerResponse<E> = HandlerResponse<E>,
> = (request: HandlerRequest<E>) => Promise<R>;

/** The item that the message of a 404 names, as in `data source 01k9x... could not be found.` */
interface RequestedItem {
  kind: string;
  id: string;
}

/** Returns the result of a lookup. Throws `not_found` if it is undefined or false. */
export function requireFound<T>(
  found: T | undefined | false,
  requested: RequestedItem,
  fail: Fail<'not_found'>,
): T {
  if (found === undefined || found === false) throw fail('not_found', requested);
  return found;
}

interface Linked {
  _links: { self: readonly [ItemLink] };
}

/**
 * Returns a response whose `Location` is the self link of its body. Every 201 has a `Location`, and
 * so has a 200 to a POST of an item that exists already (wire.md M3).
 */
export function withLocation<const Status extends 200 | 201, Body extends Linked>(
  status: Status,
  body: Body,
  headers: Readonly<Record<string, string>> = {},
) {
  return { status, headers: { ...headers, Location: body._links.self[0].href }, body };
}
