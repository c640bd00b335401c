import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { json } from 'node:stream/consumers';
import { awsRegion, localCredentials } from '../host/aws-account.ts';

/** A response of DynamoDB: the result of the action, or the type and the message of an error. */
export type DynamoDbResponse<Body> = Partial<Body> & {
  __type?: string;
  message?: string;
};

/** The actions of DynamoDB Streams, which has its own version. */
const streamActions = new Set(['DescribeStream', 'GetShardIterator', 'GetRecords']);

/** Builds the request headers. Local engines require a signature but do not verify it. */
function buildHeaders(action: string): Record<string, string> {
  const { AWS_ACCESS_KEY_ID } = localCredentials;
  const service = streamActions.has(action)
    ? 'DynamoDBStreams_20120810'
    : 'DynamoDB_20120810';
  const credential = `${AWS_ACCESS_KEY_ID}/20000101/${awsRegion}/dynamodb/aws4_request`;

  return {
    'Content-Type': 'application/x-amz-json-1.0',
    'X-Amz-Target': `${service}.${action}`,
    'X-Amz-Date': '20000101T000000Z',
    Authorization: `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=host, Signature=0`,
  };
}

/** Unlike that of `fetch`, they use no proxy that the environment names (NODE_USE_ENV_PROXY). */
const agents = {
  http: new http.Agent({ keepAlive: true }),
  https: new https.Agent({ keepAlive: true }),
};

/**
 * Calls an action of DynamoDB or its streams without the SDK, whose loading would delay the start.
 * Throws if there is no engine at the endpoint.
 */
export async function callDynamoDb<Body>(
  endpoint: string,
  action: string,
  input: object,
): Promise<DynamoDbResponse<Body>> {
  try {
    // The embedded engine has no TLS, but that of `--dynamodb-endpoint` can have it.
    const isSecure = endpoint.startsWith('https:');
    const agent = isSecure ? agents.https : agents.http;
    const options = { method: 'POST', headers: buildHeaders(action), agent };
    const { request } = isSecure ? https : http;
    const sent = request(endpoint, options).end(JSON.stringify(input));
    // `once` listens until the response begins. An error after that also ends the response.
    sent.on('error', () => {});
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    return (await json(response)) as DynamoDbResponse<Body>;
  } catch (cause) {
    throw new Error(`DynamoDB cannot be reached at ${endpoint}.`, { cause });
  }
}
