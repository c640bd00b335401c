import type { GatewayOperation } from './gateway-operation.ts';
import { renderResponseError } from './gateway-response.ts';
import { notFound } from './gateway-responses.ts';
import {
  buildMockOperation,
  jsonStandInStatus,
  selectStatus,
  selectStatusIf,
  velocityConditions,
} from './mock-operation.ts';

/**
 * Builds the operation for the unknown paths of a host whose errors are pages (wire.md A22). The
 * response is a page. It is JSON if the client asks for JSON, or posts a form, because no page of
 * the host has a form with an unknown path. The responses of the gateway itself cannot depend on
 * the request.
 */
export function buildUnknownPaths(): GatewayOperation {
  const page = renderResponseError('page', notFound);
  const json = renderResponseError('oauth', notFound);
  const byAccept = selectStatusIf(
    velocityConditions.isJsonRequested,
    jsonStandInStatus,
    404,
  );
  const requestTemplate = (mediaType: string) =>
    mediaType === 'application/x-www-form-urlencoded'
      ? selectStatus(jsonStandInStatus)
      : byAccept;

  return buildMockOperation(requestTemplate, [
    { status: 404, ...page },
    { status: 404, selectedBy: jsonStandInStatus, ...json },
  ]);
}
