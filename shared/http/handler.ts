import type * as z from 'zod/mini';
import type { Principal } from '../auth/principal.ts';
import type { Address, Endpoint, PartDeclaration, Schema } from '../contract/endpoint.ts';
import type { ObjectOperation, TableOperation } from '../contract/store-operations.ts';
import type { ErrorArguments, ErrorCode, ServiceError } from '../errors/errors.ts';
import type { Links } from '../hal/links.ts';
import type { ImageFile } from '../image-format/image-format.ts';
import type { Objects } from '../objects/objects.ts';
import type { Table } from '../table/table.ts';

type PathParameter<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParameter<Rest>
  : never;

type Part<E extends Endpoint, Name extends 'query' | 'json' | 'form'> = E extends {
  request: Record<Name, infer S extends Schema>;
}
  ? z.output<S>
  : undefined;

type MultipartValue<P extends PartDeclaration> = P extends {
  json: infer S extends Schema;
}
  ? z.output<S>
  : ImageFile;

type Body<E extends Endpoint> = E extends {
  request: { multipart: infer M extends Readonly<Record<string, PartDeclaration>> };
}
  ? { readonly [Name in keyof M]: MultipartValue<M[Name]> }
  : E extends { request: { json: Schema } }
    ? Part<E, 'json'>
    : Part<E, 'form'>;

type DeclaredOperation<E extends Endpoint> = E extends {
  stores: { table: readonly (infer O extends TableOperation)[] };
}
  ? O
  : never;

type DeclaredObjectOperation<E extends Endpoint> = E extends {
  stores: { objects: readonly (infer O extends ObjectOperation)[] };
}
  ? O
  : never;

type DeclaredError<E extends Endpoint> = E extends {
  errors: readonly (infer C extends ErrorCode)[];
}
  ? C
  : never;

type DeclaredAddress<E extends Endpoint> = E extends {
  addresses: readonly (infer A extends Address)[];
}
  ? A
  : never;

type Failure<C extends ErrorCode> = {
  [D in C]: [code: D, ...details: ErrorArguments<D>];
}[C];

/**
 * Builds one of these errors, to be thrown. Whatever a handler calls that may raise errors takes
 * this for just those, so that the compiler finds an endpoint which does not declare them. (It
 * would not if this were generic itself: the compiler takes one generic function for another
 * whatever their constraints.)
 */
export type Fail<C extends ErrorCode> = (...failure: Failure<C>) => ServiceError;

/** What a handler is given: exactly what its endpoint declares, validated. */
export interface HandlerRequest<E extends Endpoint> {
  params: Readonly<Record<PathParameter<E['path']>, string>>;
  query: Part<E, 'query'>;
  /**
   * The JSON body, the form, or the parts of the multipart form; undefined where the endpoint
   * declares none.
   */
  body: Body<E>;
  /** Returns the values of a header by its lower-case name, in the order sent. Empty if it is absent. */
  header(name: string): readonly string[];
  caller: E['auth'] extends 'public' ? undefined : Principal;
  version: E['versions'][number];
  /** The scheme with which the client reached the gateway. */
  scheme: 'http' | 'https';
  links: Links;
  table: Table<DeclaredOperation<E>>;
  /** The bucket of the images as they were uploaded. */
  objects: Objects<DeclaredObjectOperation<E>>;
  addresses: Readonly<Record<DeclaredAddress<E>, string>>;
  /** The time of the request. */
  now: Date;
  /** Address that the request came from, as the gateway saw it. */
  sourceAddress: string;
  /** Id of the request, by which the log lines about it are found. */
  requestId: string;
  fail: Fail<DeclaredError<E>>;
}

type HeadersOf<R> = R extends { headers: readonly (infer H extends string)[] }
  ? { headers: Readonly<Record<H, string>> & Readonly<Record<string, string>> }
  : { headers?: Readonly<Record<string, string>> };

/** An answer is only read, so it may be built of constants. */
type DeepReadonly<T> = T extends (infer I)[]
  ? readonly DeepReadonly<I>[]
  : T extends object
    ? { readonly [K in keyof T]: DeepReadonly<T[K]> }
    : T;

type BodyOf<R> = R extends { body: infer S }
  ? S extends Schema
    ? { body: DeepReadonly<z.input<S>> }
    : { body: string }
  : { body?: undefined };

/** What a handler may answer: one of the declared statuses, with that status' headers and body. */
export type Reply<E extends Endpoint> = {
  [S in keyof E['responses']]: { status: S; cookies?: readonly string[] } & HeadersOf<
    E['responses'][S]
  > &
    BodyOf<E['responses'][S]>;
}[keyof E['responses']];

/**
 * The function that does an endpoint's work. `R` is inferred from what it returns, and must be
 * declared: only so does the compiler keep the status a literal.
 */
export type Handler<E extends Endpoint, R extends Reply<E> = Reply<E>> = (
  request: HandlerRequest<E>,
) => Promise<R>;
