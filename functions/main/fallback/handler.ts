import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { parseServiceIdentity, settingVariables } from '#shared/contract/resources.ts';
import {
  corsHeaders,
  getSecurityHeaders,
  uncached,
} from '#shared/contract/response-headers.ts';
import {
  registrationPath,
  type ServedPath,
  type ServedPaths,
} from '#shared/contract/served-path.ts';
import { errors } from '#shared/errors/errors.ts';
import { buildErrorLinks } from '#shared/http/error-links.ts';
import { type GatewayProblem, renderProblem } from '#shared/http/gateway-error.ts';
import {
  createHeaderReader,
  type HeaderReader,
  parseMediaType,
  prefersJsonToHtml,
  readScheme,
} from '#shared/http/headers.ts';
import { findApiVersion, readPathParameters } from '#shared/http/parameters.ts';
import { renderErrorPage } from '#shared/pages/error-page.ts';
import { selectLanguage } from '#shared/pages/language.ts';
import { compact } from '#shared/runtime/compact.ts';
import { findEnvironment } from '#shared/runtime/environment.ts';

/** Paths that no endpoint serves reach this function only on the host of the pages. */
const unknownPath = {
  status: 404,
  code: 'not-found',
  name: 'not_found',
  message: 'not found',
};

/** Where clients of OAuth try to register themselves if no metadata says where (RFC 7591). */
const noRegistration = {
  status: 400,
  code: 'malformed-request',
  name: 'malformed_request',
  message:
    'clients do not register themselves here: use the URL of a client ID metadata document as ' +
    'the client_id, or have an operator of the service register the application',
};

/**
 * Returns what is wrong with a request for a path, or for an unknown path. A path does not exist
 * under an unknown version, whatever the method (wire.md M2).
 */
function findProblem(
  path: ServedPath | undefined,
  event: APIGatewayProxyEvent,
): Omit<GatewayProblem, 'request_id'> {
  if (event.resource === registrationPath) return noRegistration;
  if (!path) return unknownPath;
  const { allow, versions } = path;
  const params = readPathParameters(event);
  const version = findApiVersion(path, event);
  if (version === undefined) {
    const { status, message } = errors.unknown_version;
    const links = buildErrorLinks(path, { version: versions[0], params }, { status });
    return {
      ...unknownPath,
      name: 'unknown_version',
      message: message({ versions }),
      links,
    };
  }
  const status = 405;
  return {
    status,
    code: 'method-not-allowed',
    name: 'method_not_allowed',
    message: `method not allowed; allowed: ${allow}`,
    links: buildErrorLinks(path, { version, params }, { status }),
  };
}

/**
 * Returns whether a client gets JSON instead of a page: if it prefers JSON, or posts a form to an
 * unknown path, because no page has a form with such a path.
 */
function wantsJson(header: HeaderReader, path: ServedPath | undefined): boolean {
  const [type] = header('content-type');
  const isForm = parseMediaType(type) === 'application/x-www-form-urlencoded';
  return prefersJsonToHtml(header('accept')) || (!path && isForm);
}

/**
 * Returns the function that API Gateway invokes for requests that no endpoint serves: for the
 * methods of a path that have no endpoint, and for unknown paths on the host of the pages. The
 * stage says which host it is, and where the account page is.
 */
export function createFallback(
  servedPaths: ServedPaths,
): (event: APIGatewayProxyEvent) => Promise<APIGatewayProxyResult> {
  return async (event) => {
    const { host = '', account: accountUrl } = event.stageVariables ?? {};
    const path = servedPaths[host]?.[event.resource];
    const { requestId: request_id } = event.requestContext;
    const problem = { ...findProblem(path, event), request_id };
    const header = createHeaderReader(event);
    const isRegistration = event.resource === registrationPath;
    const ownShape = isRegistration ? 'oauth' : (path?.errorShape ?? 'page');
    const shape = ownShape === 'page' && wantsJson(header, path) ? 'oauth' : ownShape;
    const rendered = renderProblem(shape, problem, ({ status, code }) => {
      const language = selectLanguage(header('accept-language'));
      const service = parseServiceIdentity(findEnvironment(settingVariables.service));
      return renderErrorPage(status, code, [language], { accountUrl, service });
    });
    return {
      statusCode: problem.status,
      headers: {
        ...uncached,
        ...rendered.headers,
        ...compact({ Allow: problem.status === 405 ? path?.allow : undefined }),
        ...(path?.isOpenToAnyOrigin || isRegistration ? corsHeaders : {}),
        ...getSecurityHeaders(readScheme(header)),
      },
      body: rendered.body,
    };
  };
}
