import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { Endpoint, MultipartDeclaration } from '../contract/endpoint.ts';
import type { Objects } from '../objects/objects.ts';
import type { PageRenderer } from '../pages/page-renderer.ts';
import type { Meter } from '../runtime/meter.ts';
import type { Table } from '../table/table.ts';
import type { UncheckedBody } from './body.ts';

/** Reads a multipart form. `jsonLimit` is the size limit of a JSON part, in bytes. */
export type MultipartReader = (
  parts: MultipartDeclaration,
  event: APIGatewayProxyEvent,
  contentType: string | undefined,
  jsonLimit: number,
) => Promise<UncheckedBody>;

/**
 * Everything that an endpoint can depend on and that is not in every bundle. Handlers pass what
 * they need to `serve`, so esbuild leaves the rest, such as an SDK that is not used, out of the
 * bundle.
 */
export interface AllDependencies {
  table: (meter: Meter) => Table;
  originals: (meter: Meter) => Objects;
  multipart: MultipartReader;
  pages: PageRenderer;
}

/** The declared stores that a handler gets as members of its request. */
type StoreNames<E extends Endpoint> = E extends { stores: infer Declared }
  ? keyof Declared & ('table' | 'originals')
  : never;

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

type Needed<E extends Endpoint> = StoreNames<E> | MultipartName<E> | PagesName<E>;

/**
 * What `serve` needs for an endpoint: exactly what its value declares. Anything else does not
 * compile.
 */
export type Dependencies<E extends Endpoint> = Pick<AllDependencies, Needed<E>> & {
  [Name in Exclude<keyof AllDependencies, Needed<E>>]?: never;
};
