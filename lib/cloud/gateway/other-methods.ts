import type { ErrorShape, RequestMethod } from '#shared/contract/endpoint.ts';
import { buildPreflightHeaders, corsHeaders } from '#shared/contract/response-headers.ts';
import { redirectHeaders } from '#shared/pages/redirect.ts';
import { notFound, renderResponseError, toHeaderLiterals } from './gateway-responses.ts';
import {
  buildMockOperation,
  type MockReply,
  selectStatus,
  selectStatusIf,
} from './mock-operation.ts';

/** The status that selects the JSON form of an error that is otherwise a page. */
const jsonStandInStatus = 406;

// Conditions of request templates, in the Velocity Template Language.
const isPreflight = '$context.httpMethod == "OPTIONS"';
/** Header names in Velocity are case-sensitive and have the case that the client sent. */
const isJsonRequested = ['Accept', 'accept']
  .map((name) => `$input.params('${name}').indexOf("json") >= 0`)
  .join(' || ');

/** The methods of a path that have an endpoint, and how the path responds to others. */
export interface PathMethods {
  methods: readonly RequestMethod[];
  errorShape: ErrorShape;
  /** Whether scripts of any origin may call the path, so that it responds to preflights. */
  isOpenToAnyOrigin: boolean;
}

/** Returns the value of `Allow`: the sorted methods that the path responds to. */
function listAllowed({ methods, isOpenToAnyOrigin }: PathMethods): string {
  const allowed = isOpenToAnyOrigin ? [...methods, 'OPTIONS'] : methods;
  return allowed.toSorted().join(', ');
}

/** Renders the 405 of a path. */
function renderRejection(path: PathMethods, shape = path.errorShape): MockReply {
  const Allow = listAllowed(path);
  const message = `method not allowed; allowed: ${Allow || 'none'}`;
  const error = { status: 405, code: 'method-not-allowed', message };
  const cors = path.isOpenToAnyOrigin ? corsHeaders : {};
  return { status: 405, ...renderResponseError(shape, error, { Allow, ...cors }) };
}

/**
 * Builds the operation for the methods of a path that have no endpoint. A preflight request gets
 * 204 if scripts of any origin may call the path (wire.md M13). Any other request gets 405. API
 * Gateway prefers the methods that have an endpoint. If the 405 is a page, a client may ask for
 * JSON.
 */
export function buildOtherMethods(path: PathMethods) {
  const rejection = renderRejection(path);
  if (path.isOpenToAnyOrigin) {
    const template = selectStatusIf(isPreflight, 204, 405);
    const preflight = buildPreflightHeaders(path.methods);
    const headers = toHeaderLiterals({ Allow: listAllowed(path), ...preflight });
    return buildMockOperation(() => template, [rejection, { status: 204, headers }]);
  }
  if (path.errorShape !== 'page')
    return buildMockOperation(() => selectStatus(405), [rejection]);

  const json = { ...renderRejection(path, 'oauth'), selectedBy: jsonStandInStatus };
  const template = selectStatusIf(isJsonRequested, jsonStandInStatus, 405);
  return buildMockOperation(() => template, [rejection, json]);
}

/**
 * Builds the operation for the unknown paths of a host whose errors are pages (wire.md A22). The
 * response is a page. It is JSON if the client asks for JSON, or posts a form, because no page of
 * the host has a form with an unknown path. The responses of the gateway itself cannot depend on
 * the request.
 */
export function buildUnknownPaths() {
  const page = renderResponseError('page', notFound);
  const json = renderResponseError('oauth', { ...notFound, message: 'not found' });
  const byAccept = selectStatusIf(isJsonRequested, jsonStandInStatus, 404);
  const requestTemplate = (mediaType: string) =>
    mediaType === 'application/x-www-form-urlencoded'
      ? selectStatus(jsonStandInStatus)
      : byAccept;

  return buildMockOperation(requestTemplate, [
    { status: 404, ...page },
    { status: 404, selectedBy: jsonStandInStatus, ...json },
  ]);
}

/**
 * Builds the operation that redirects from the root of a host to its start page, without a
 * function. The URL is a stage variable, because the body of an API cannot refer to the API itself.
 */
export function buildRootRedirect() {
  const headers = {
    Location: 'stageVariables.start',
    ...toHeaderLiterals(redirectHeaders),
  };
  return buildMockOperation(() => selectStatus(303), [{ status: 303, headers }]);
}
