import type { IResource } from 'aws-cdk-lib/aws-apigateway';
import { toHeaderLiterals } from './gateway-response.ts';
import { addMockMethod, selectStatus } from './mock-method.ts';

/** Makes the gateway redirect the root of a host to the documentation, without a function. */
export function addDocumentationRedirect(root: IResource, documentation: string): void {
  const headers = toHeaderLiterals({ Location: documentation });
  addMockMethod(root, () => selectStatus(303), [{ status: 303, headers }]);
}
