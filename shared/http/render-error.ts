import { type Endpoint, type ErrorShape, getErrorShape } from '../contract/endpoint.ts';
import { noStore } from '../contract/response-headers.ts';
import {
  type ErrorCode,
  errors,
  type Failures,
  getErrorCodes,
  type ServiceError,
} from '../errors/errors.ts';
import { toRpcError } from '../errors/rpc-error.ts';
import type { ErrorReader, PageRenderer } from '../pages/error-page.ts';
import { compact } from '../runtime/compact.ts';
import { buildErrorLinks } from './error-links.ts';
import { prefersJsonToHtml } from './headers.ts';

/** An error as it leaves the service. */
export interface RenderedError extends Content {
  status: number;
}

/** The body of a response, and the headers that describe it. */
export interface Content {
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** Facts about the request on which the rendering of its error depends. */
export interface ErrorContext {
  version: string;
  params: Readonly<Record<string, string>>;
  /** The id of the request in the logs. */
  request_id: string;
  /** The values of the Accept header. */
  accept: readonly string[];
  reader: ErrorReader;
  /** Present if the endpoint's errors are pages. */
  pages?: PageRenderer | undefined;
}

type Render = (
  error: ServiceError,
  status: number,
  endpoint: Endpoint,
  context: ErrorContext,
) => Content;

const json = { 'Content-Type': 'application/json' };

/** The member of an error body that names the limits which a request exceeds. */
function describePolicies({ policies }: ServiceError) {
  return compact({ violated_policies: policies });
}

/** The members of a HAL error body that say what is wrong. */
function describeProblem(status: number, error: ServiceError) {
  const { failures, message } = error;
  if (status !== 400) return { errors: [message], ...describePolicies(error) };
  const allFailures: Failures = failures ?? { __all__: [message] };
  const validation_failures = Object.entries(allFailures).map(([field, messages]) => ({
    [field]: messages,
  }));
  return { _diagnostics: { validation_failures } };
}

const renderHal: Render = (error, status, endpoint, context) => {
  const { code } = error;
  const { request_id } = context;
  const _links = buildErrorLinks(endpoint, context, { status, code });
  const problem = { ...describeProblem(status, error), codes: [code], request_id };
  return { headers: json, body: JSON.stringify({ ...problem, _links }) };
};

const renderOAuth: Render = (error) => {
  const { code, message } = error;
  const body = {
    error: getErrorCodes(code).oauth,
    error_description: message,
    ...describePolicies(error),
  };
  return { headers: { ...json, ...noStore }, body: JSON.stringify(body) };
};

const renderDiary: Render = (error) => {
  const { code, message, failures } = error;
  const body = compact({
    error: getErrorCodes(code).diary,
    error_description: message,
    error_details: failures && buildDiaryDetails(failures),
    ...describePolicies(error),
  });
  return {
    headers: { 'Content-Type': 'application/json; charset=utf-8' },
    body: JSON.stringify(body),
  };
};

const renderRpc: Render = (error, status) => {
  const { message, failures, policies } = error;
  const data = failures ?? (policies && describePolicies(error));
  return { headers: json, body: JSON.stringify(toRpcError(status, message, data)) };
};

const renderAsPage: Render = (error, status, _, { reader, pages }) => {
  if (!pages) throw new Error('serve() was not given a page renderer.');
  return { headers: pages.headers(), body: pages.error(status, error, reader) };
};

const renderers: Readonly<Record<ErrorShape, Render>> = {
  hal: renderHal,
  oauth: renderOAuth,
  diary: renderDiary,
  page: renderAsPage,
  rpc: renderRpc,
};

/** Returns the shape of an error: JSON instead of a page if Accept prefers JSON. */
function selectShape(endpoint: Endpoint, accept: readonly string[]): ErrorShape {
  const shape = getErrorShape(endpoint);
  return shape === 'page' && prefersJsonToHtml(accept) ? 'oauth' : shape;
}

/** Renders an error in the shape of the endpoint. */
export function renderError(
  error: ServiceError,
  endpoint: Endpoint,
  context: ErrorContext,
): RenderedError {
  const shape = selectShape(endpoint, context.accept);
  const status = getErrorStatus(shape, error.code);
  const { headers, body } = renderers[shape](error, status, endpoint, context);
  return { status, headers: { ...headers, ...error.headers }, body };
}

/**
 * Returns the status of an error in a shape. Some errors of the diary have another status (wire.md
 * Y2). OAuth has 400 for every malformed request (RFC 6749 section 5.2).
 */
export function getErrorStatus(shape: ErrorShape, code: ErrorCode): number {
  const { oauth, diaryStatus } = getErrorCodes(code);
  if (shape === 'oauth' && oauth === 'invalid_request') return 400;
  return shape === 'diary' ? diaryStatus : errors[code].status;
}

/**
 * Matches the paths of the list of items, of an item and of its field: `items`, `items.1` and
 * `items.1.duration`.
 */
const itemPath = /^items(?:\.(?<index>\d+)(?:\.(?<field>.+))?)?$/;

interface ItemFailure {
  index: string | undefined;
  field: string;
  messages: readonly string[];
}

/** Returns a list of one failure, or an empty list if the path is not that of an item. */
function parseItemFailure([path, messages]: [string, readonly string[]]): ItemFailure[] {
  const match = itemPath.exec(path);
  if (!match) return [];
  const { index, field = '__all__' } = match.groups ?? {};
  return [{ index, field, messages }];
}

/** Returns the failures of one item by field, with its index. */
function buildItemDetails(index: string | undefined, failures: readonly ItemFailure[]) {
  const fields = failures.map(({ field, messages }) => [field, messages]);
  const itemIndex = index === undefined ? undefined : Number(index);
  return { ...compact({ index: itemIndex }), ...Object.fromEntries(fields) };
}

/**
 * Builds the error details of the diary: one object for each item with its index, as in `{"items":
 * [{"index": 1, "duration": ["must be at least 1"]}]}`. Other failures keep their field.
 */
function buildDiaryDetails(failures: Failures): Readonly<Record<string, unknown>> {
  const members = Object.entries(failures);
  const itemFailures = members.flatMap(parseItemFailure);
  const failuresByIndex = Map.groupBy(itemFailures, ({ index }) => index);
  const items = [...failuresByIndex].map(([index, failuresOfItem]) =>
    buildItemDetails(index, failuresOfItem),
  );
  const others = Object.fromEntries(members.filter(([path]) => !itemPath.test(path)));
  // `compact` would lose a failure of a name such as `__proto__`.
  return { ...others, ...compact({ items: items.length > 0 ? items : undefined }) };
}
