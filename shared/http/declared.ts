import type * as z from 'zod/mini';
import type {
  BaseUrlName,
  Endpoint,
  PartDeclaration,
  Schema,
} from '../contract/endpoint.ts';
import type { Setting } from '../contract/settings.ts';
import type { ObjectOperation, TableOperation } from '../contract/store-operations.ts';
import type { ErrorCode } from '../errors/errors.ts';
import type { ImageFile } from '../image-format/image-format.ts';

/** The names of the parameters in a path. */
export type PathParameter<Path extends string> =
  Path extends `${string}{${infer Name}}${infer Rest}`
    ? Name | PathParameter<Rest>
    : never;

/** The validated value of a part of the request. Undefined if the part is not declared. */
export type DeclaredPart<
  E extends Endpoint,
  Name extends 'query' | 'json' | 'form',
> = E extends {
  request: Record<Name, infer S extends Schema>;
}
  ? z.output<S>
  : undefined;

/** The validated value of a part of a multipart form. */
type MultipartValue<Part extends PartDeclaration> = Part extends {
  json: infer S extends Schema;
}
  ? z.output<S>
  : ImageFile;

/** The validated body of an endpoint without a multipart form. */
type DeclaredSingleBody<E extends Endpoint> = E extends { request: { text: true } }
  ? string
  : E extends { request: { json: Schema } }
    ? DeclaredPart<E, 'json'>
    : DeclaredPart<E, 'form'>;

/** The validated body: text, JSON, a form, or the parts of a multipart form. */
export type DeclaredBody<E extends Endpoint> = E extends {
  request: { multipart: infer Parts extends Readonly<Record<string, PartDeclaration>> };
}
  ? { readonly [Name in keyof Parts]: MultipartValue<Parts[Name]> }
  : DeclaredSingleBody<E>;

/** The table operations that the endpoint declares. */
export type DeclaredTableOperation<E extends Endpoint> = E extends {
  stores: { table: readonly (infer Operation extends TableOperation)[] };
}
  ? Operation
  : never;

/** The operations on uploaded originals that the endpoint declares. */
export type DeclaredOriginalOperation<E extends Endpoint> = E extends {
  stores: { originals: readonly (infer Operation extends ObjectOperation)[] };
}
  ? Operation
  : never;

/** The error codes that the endpoint declares. */
export type DeclaredError<E extends Endpoint> = E extends {
  errors: readonly (infer Code extends ErrorCode)[];
}
  ? Code
  : never;

/** The names of the base URLs that the endpoint declares. */
export type DeclaredBaseUrl<E extends Endpoint> = E extends {
  baseUrls: readonly (infer Name extends BaseUrlName)[];
}
  ? Name
  : never;

/** The settings that the endpoint declares. */
export type DeclaredSetting<E extends Endpoint> = E extends {
  settings: readonly (infer Name extends Setting)[];
}
  ? Name
  : never;
