import { awsRegion, localCredentials } from '../host/aws-account.ts';

/** An answer of DynamoDB: what was asked for, or the type and the message of an error. */
export type DynamoDbResponse<Body> = Partial<Body> & { __type?: string; message?: string };

/**
 * Calls an action of DynamoDB; local engines want a signature, and do not check it. Throws a sentence where
 * there is no engine.
 */
export async function callDynamoDb<Body>(
  endpoint: string,
  action: string,
  input: object,
): Promise<DynamoDbResponse<Body>> {
  const scope = `${localCredentials.AWS_ACCESS_KEY_ID}/20000101/${awsRegion}/dynamodb/aws4_request`;
  try {
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/x-amz-json-1.0',
        'X-Amz-Target': `DynamoDB_20120810.${action}`,
        'X-Amz-Date': '20000101T000000Z',
        Authorization: `AWS4-HMAC-SHA256 Credential=${scope}, SignedHeaders=host, Signature=0`,
      },
      body: JSON.stringify(input),
    });
    return (await response.json()) as DynamoDbResponse<Body>;
  } catch {
    throw new Error(`No DynamoDB answers at ${endpoint}.`);
  }
}
