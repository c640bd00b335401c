import { newMeter } from '#shared/runtime/log.ts';
import { connect } from '#shared/table/connection.ts';
import { engineHandler } from './engine-requests.ts';

/** Headers of the form that the engine expects. It does not verify the signature. */
const constantHeaders = {
  authorization:
    'AWS4-HMAC-SHA256 Credential=test/20261120/local/dynamodb/aws4_request, ' +
    'SignedHeaders=host, Signature=none',
  'x-amz-date': '20261120T120000Z',
};

const signer = {
  async sign<Request extends { headers: object }>(request: Request): Promise<Request> {
    Object.assign(request.headers, constantHeaders);
    return request;
  },
};

/** Steps of a call that only AWS needs, which take a tenth of its CPU time. */
const unneededSteps = [
  'getUserAgentMiddleware',
  'hostHeaderMiddleware',
  'recursionDetectionMiddleware',
];

/**
 * Lets this process call the table without computing signatures, which take a third of the CPU time
 * of a call, without further steps, and without Node's HTTP client, whose handler has tests of its
 * own (`store-request.test.ts`). Only for the engine on this machine.
 */
export function skipSignatures(): void {
  const { config, middlewareStack } = connect(newMeter()).client;
  config.signer = async () => signer;
  Object.assign(config, { requestHandler: engineHandler });
  for (const step of unneededSteps) middlewareStack.remove(step);
}
