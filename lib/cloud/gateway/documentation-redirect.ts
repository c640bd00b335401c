import type { GatewayOperation } from './gateway-operation.ts';
import { toHeaderLiterals } from './gateway-response.ts';
import { buildMockOperation, selectStatus } from './mock-operation.ts';

/**
 * Builds the operation that redirects to the documentation, without a function. The URL is a stage
 * variable, because the body of the main API cannot refer to the API itself.
 */
export function buildDocumentationRedirect(): GatewayOperation {
  const headers = { Location: 'stageVariables.documentation', ...toHeaderLiterals({}) };
  return buildMockOperation(() => selectStatus(303), [{ status: 303, headers }]);
}
