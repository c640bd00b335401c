import {
  type Endpoint,
  type ErrorShape,
  getErrorShape,
  getResource,
} from '../contract/endpoint.ts';
import { errors, type Failures, type ServiceError } from '../errors/errors.ts';
import { buildLinks } from '../hal/links.ts';
import type { PageRenderer } from '../pages/page-renderer.ts';
import { compact } from '../runtime/compact.ts';
import { buildDiaryDetails } from './diary-error-details.ts';
import { getErrorStatus } from './error-status.ts';
import { prefersJsonToHtml } from './media-types.ts';
import { noStore } from './no-store.ts';

/** An error as it leaves the service. */
export interface RenderedError {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** What rendering an error needs to know about the request. */
export interface ErrorContext {
  version: string;
  params: Readonly<Record<string, string>>;
  /** The values of the Accept header. */
  accept: readonly string[];
  /** The values of the Accept-Language header, for pages. */
  acceptLanguage: readonly string[];
  /** Present if the endpoint's errors are pages. */
  pages?: PageRenderer | undefined;
}

type Render = (
  error: ServiceError,
  endpoint: Endpoint,
  context: ErrorContext,
) => RenderedError;

const json = { 'Content-Type': 'application/json' };

/** The members of a HAL error body that say what is wrong (wire.md M4). */
function describeProblem(status: number, { failures, message }: ServiceError) {
  if (status !== 400) return { errors: [message] };
  const allFailures: Failures = failures ?? { __all__: [message] };
  const validation_failures = Object.entries(allFailures).map(([field, messages]) => ({
    [field]: messages,
  }));
  return { _diagnostics: { validation_failures } };
}

/**
 * Returns the self link of an error: the requested item, or its collection if the item was not
 * found. Links to the documentation if clients cannot read the collection, so that the link always
 * resolves (wire.md M8).
 */
function buildSelfLink(
  endpoint: Endpoint,
  { version, params }: ErrorContext,
  status: number,
) {
  const { id } = params;
  const resource = getResource(endpoint);
  const versionLinks = buildLinks(version);
  if (id !== undefined && status !== 404) {
    return versionLinks.item(resource, id).map(({ href }) => ({ href }));
  }
  if (endpoint.hasCollection === false) return versionLinks.documentation(resource);
  return versionLinks.collection(resource);
}

const renderHal: Render = (error, endpoint, context) => {
  const status = getErrorStatus('hal', error.code);
  const _links = {
    self: buildSelfLink(endpoint, context, status),
    documentation: buildLinks(context.version).documentation(getResource(endpoint)),
  };
  const body = JSON.stringify({ ...describeProblem(status, error), _links });
  return { status, headers: json, body };
};

const renderOAuth: Render = ({ code, message }) => ({
  status: getErrorStatus('oauth', code),
  headers: { ...json, ...noStore },
  body: JSON.stringify({ error: errors[code].oauth, error_description: message }),
});

const renderDiary: Render = ({ code, message, failures }) => {
  const body = compact({
    error: errors[code].diary.code,
    error_description: message,
    error_details: failures && buildDiaryDetails(failures),
  });
  return {
    status: getErrorStatus('diary', code),
    headers: { 'Content-Type': 'application/json; charset=utf-8' },
    body: JSON.stringify(body),
  };
};

const renderAsPage: Render = ({ code }, _, { acceptLanguage, pages }) => {
  if (!pages) throw new Error('serve() was not given a page renderer.');
  const status = getErrorStatus('page', code);
  return {
    status,
    headers: pages.headers(),
    body: pages.error(status, code, acceptLanguage),
  };
};

const renderers: Readonly<Record<ErrorShape, Render>> = {
  hal: renderHal,
  oauth: renderOAuth,
  diary: renderDiary,
  page: renderAsPage,
};

/** Returns the shape of an error: JSON instead of a page if Accept prefers JSON (wire.md A22). */
function selectShape(endpoint: Endpoint, accept: readonly string[]): ErrorShape {
  const shape = getErrorShape(endpoint);
  return shape === 'page' && prefersJsonToHtml(accept) ? 'oauth' : shape;
}

/** Renders an error in the shape of the endpoint (wire.md M4, A6, A10 and Y2). */
export function renderError(
  error: ServiceError,
  endpoint: Endpoint,
  context: ErrorContext,
): RenderedError {
  const shape = selectShape(endpoint, context.accept);
  const rendered = renderers[shape](error, endpoint, context);
  return { ...rendered, headers: { ...rendered.headers, ...error.headers } };
}
