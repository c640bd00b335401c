import type { APIGatewayProxyEvent } from 'aws-lambda';
import type * as z from 'zod/mini';
import type {
  Endpoint,
  MultipartDeclaration,
  PartDeclaration,
  ProtocolPath,
  Schema,
  UploadedFile,
} from '../contract/endpoint.ts';
import type { ImageFile } from '../image-format/image-format.ts';
import type { ClientUploads } from '../objects/client-uploads.ts';
import type { Objects } from '../objects/objects.ts';
import type { PageRenderer } from '../pages/error-page.ts';
import type { Meter } from '../runtime/log.ts';
import type { Table } from '../table/table.ts';
import type { UncheckedPart } from './body.ts';
import type { createNameCheck } from './name-check.ts';
import type { createRequestQuota } from './request-quota.ts';

/** The names of the parameters in a path. */
export type PathParameter<Path extends string> =
  Path extends `${string}{${infer Name}}${infer Rest}`
    ? Name | PathParameter<Rest>
    : never;

/** The validated value of a part of the request. Undefined if the part is not declared. */
export type DeclaredPart<
  E extends Endpoint,
  Name extends 'query' | 'json' | 'form',
> = E extends { request: Record<Name, infer S extends Schema> } ? z.output<S> : undefined;

/** The validated value of a part of a multipart form. */
type MultipartValue<Part extends PartDeclaration> = Part extends {
  json: infer S extends Schema;
}
  ? z.output<S>
  : OtherMultipartValue<Part>;

type OtherMultipartValue<Part extends PartDeclaration> = Part extends {
  text: infer S extends Schema;
}
  ? z.output<S>
  : Part extends { files: unknown }
    ? readonly UploadedFile[]
    : ImageFile;

/** The validated body of an endpoint without a multipart form. */
type DeclaredSingleBody<E extends Endpoint> = E extends { request: { text: true } }
  ? string
  : DeclaredOtherBody<E>;

type DeclaredOtherBody<E extends Endpoint> = E extends { request: { bytes: true } }
  ? Buffer
  : E extends { request: { json: Schema } }
    ? DeclaredPart<E, 'json'>
    : DeclaredPart<E, 'form'>;

/** The validated body: text, JSON, a form, or the parts of a multipart form. */
export type DeclaredBody<E extends Endpoint> = E extends {
  request: { multipart: infer Parts extends MultipartDeclaration };
}
  ? { readonly [Name in keyof Parts]: MultipartValue<Parts[Name]> }
  : DeclaredSingleBody<E>;

/** The values of a list in the endpoint: of its errors, its base URLs or its settings. */
export type Listed<E extends Endpoint, Name extends 'errors' | 'baseUrls' | 'settings'> =
  E extends Record<Name, readonly (infer Value)[]>
    ? Value & NonNullable<Endpoint[Name]>[number]
    : never;

type Stores = NonNullable<Endpoint['stores']>;

/** The stores that a handler gets as members of its request. */
type HandlerStore = 'table' | 'originals' | 'imports' | 'pushes';

/** The operations that the endpoint declares on a store that its handler gets. */
export type StoreOperation<E extends Endpoint, Name extends HandlerStore> = E extends {
  stores: Record<Name, readonly (infer Operation)[]>;
}
  ? Operation & NonNullable<Stores[Name]>[number]
  : never;

/** Reads a multipart form. `textLimit` is the size limit of a part with JSON or text, in bytes. */
export type MultipartReader = (
  parts: MultipartDeclaration,
  event: APIGatewayProxyEvent,
  contentType: string | undefined,
  textLimit: number,
) => Promise<UncheckedPart>;

/**
 * Everything that an endpoint can depend on and that is not in every bundle. Handlers pass what
 * they need to `serve`, so esbuild leaves the rest, such as an SDK that is not used, out of the
 * bundle.
 */
export interface AllDependencies {
  table: (meter: Meter) => Table;
  originals: (meter: Meter) => Objects;
  imports: (meter: Meter) => Objects;
  pushes: (meter: Meter) => Objects;
  uploads: (meter: Meter) => ClientUploads;
  multipart: MultipartReader;
  pages: PageRenderer;
  quota: typeof createRequestQuota;
  names: typeof createNameCheck;
}

/** The declared stores that a handler gets as members of its request. */
type StoreNames<E extends Endpoint> = E extends { stores: infer Declared }
  ? keyof Declared & HandlerStore
  : never;

/** Whether clients upload imports straight to the bucket. */
export type HasUploads<E extends Endpoint> =
  'listParts' extends StoreOperation<E, 'imports'> ? true : false;

/** Whether requests count against limits, as `isLimited` says. */
type LimiterName<E extends Endpoint> = E extends
  | { chargesClient: true }
  | { auth: Exclude<Endpoint['auth'], 'public'>; stores: { table: unknown } }
  ? 'quota'
  : never;

/** Whether responses tell of unknown names, as `tellsIgnoredNames` says. */
type NamesName<E extends Endpoint> = E extends
  | { auth: 'public' }
  | { host: 'auth' | 'mcp' }
  | { path: ProtocolPath }
  ? never
  : 'names';

type UploadsName<E extends Endpoint> = true extends HasUploads<E> ? 'uploads' : never;

type MultipartName<E extends Endpoint> = E extends {
  request: { multipart: MultipartDeclaration };
}
  ? 'multipart'
  : never;

/** Whether errors are rendered as pages, which is the default of the auth host. */
type HasPageErrors<E extends Endpoint> = E extends { errorShape: infer Shape }
  ? Shape extends 'page'
    ? true
    : false
  : E['host'] extends 'auth'
    ? true
    : false;

/** Whether the body of any response is a page. */
type HasPageResponse<E extends Endpoint> = {
  [Status in keyof E['responses']]: E['responses'][Status] extends { body: 'html' }
    ? true
    : never;
}[keyof E['responses']];

type PagesName<E extends Endpoint> = true extends HasPageErrors<E> | HasPageResponse<E>
  ? 'pages'
  : never;

type Needed<E extends Endpoint> =
  | StoreNames<E>
  | LimiterName<E>
  | NamesName<E>
  | UploadsName<E>
  | MultipartName<E>
  | PagesName<E>;

/**
 * The needs of `serve` for an endpoint: exactly what its value declares. Anything else does not
 * compile.
 */
export type Dependencies<E extends Endpoint> = Pick<AllDependencies, Needed<E>> & {
  [Name in Exclude<keyof AllDependencies, Needed<E>>]?: never;
};
