import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { parseServiceIdentity, settingVariables } from '#shared/contract/resources.ts';
import {
  corsHeaders,
  getSecurityHeaders,
  uncached,
} from '#shared/contract/response-headers.ts';
import type { ServedPath, ServedPaths } from '#shared/contract/served-path.ts';
import { type GatewayProblem, renderProblem } from '#shared/http/gateway-error.ts';
import {
  createHeaderReader,
  type HeaderReader,
  parseMediaType,
  prefersJsonToHtml,
  readScheme,
} from '#shared/http/headers.ts';
import { renderErrorPage } from '#shared/pages/error-page.ts';
import { selectLanguage } from '#shared/pages/language.ts';
import { compact } from '#shared/runtime/compact.ts';
import { findEnvironment } from '#shared/runtime/environment.ts';

/** Paths that no endpoint serves reach this function only on the host of the pages. */
const unknownPath = { status: 404, code: 'not-found', message: 'not found' };

/** Returns what is wrong with a request for a path, or for an unknown path. */
function findProblem(path: ServedPath | undefined): GatewayProblem {
  if (!path) return unknownPath;
  const message = `method not allowed; allowed: ${path.allow}`;
  return { status: 405, code: 'method-not-allowed', message };
}

/**
 * Returns whether a client gets JSON instead of a page: if it prefers JSON, or posts a form to an
 * unknown path, because no page has a form with such a path (wire.md A22).
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
    const problem = findProblem(path);
    const header = createHeaderReader(event);
    const ownShape = path?.errorShape ?? 'page';
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
        ...compact({ Allow: path?.allow }),
        ...(path?.isOpenToAnyOrigin ? corsHeaders : {}),
        ...getSecurityHeaders(readScheme(header)),
      },
      body: rendered.body,
    };
  };
}
