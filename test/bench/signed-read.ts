// The least that a function with one read needs: Node, a signature by hand and GetItem. It checks
// nothing, retries nothing and has no time limit, so it is a baseline and no alternative.
import { createHash, createHmac } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';
import { text } from 'node:stream/consumers';

const environment = process.env;
const region = environment.AWS_REGION ?? '';
const url = new URL(environment.AWS_ENDPOINT_URL_DYNAMODB ?? '');

const hash = (content: string) => createHash('sha256').update(content).digest('hex');
const sign = (key: string | Buffer, content: string) =>
  createHmac('sha256', key).update(content).digest();

/** Returns the headers of a call of DynamoDB, with its signature (AWS Signature Version 4). */
function buildHeaders(target: string, body: string): Record<string, string> {
  // The basic format of ISO 8601, e.g. 20260102T030405Z.
  const time = new Date().toISOString().replace(/[:-]|\.\d{3}/g, '');
  const day = time.slice(0, 8);
  const headers: Record<string, string> = {
    'content-type': 'application/x-amz-json-1.0',
    host: url.host,
    'x-amz-date': time,
    'x-amz-target': `DynamoDB_20120810.${target}`,
  };
  const names = Object.keys(headers);
  const lines = names.map((name) => `${name}:${headers[name]}`);
  const signedNames = names.join(';');
  const canonical = ['POST', '/', '', ...lines, '', signedNames, hash(body)].join('\n');
  const parts = [day, region, 'dynamodb', 'aws4_request'];
  const scope = parts.join('/');
  const content = ['AWS4-HMAC-SHA256', time, scope, hash(canonical)].join('\n');

  const secret = `AWS4${environment.AWS_SECRET_ACCESS_KEY}`;
  const key = parts.reduce<string | Buffer>(sign, secret);
  const credential = `Credential=${environment.AWS_ACCESS_KEY_ID}/${scope}`;
  const signature = `Signature=${sign(key, content).toString('hex')}`;
  const authorization = `AWS4-HMAC-SHA256 ${credential}, SignedHeaders=${signedNames}, ${signature}`;
  return { ...headers, authorization };
}

export async function handler({ key }: { key: object }) {
  const body = JSON.stringify({
    TableName: environment.TABLE_NAME,
    Key: key,
    ConsistentRead: true,
  });
  const { request } = url.protocol === 'https:' ? https : http;
  const headers = buildHeaders('GetItem', body);
  const { promise, resolve, reject } = Promise.withResolvers<http.IncomingMessage>();
  request(url, { method: 'POST', headers }, resolve).on('error', reject).end(body);
  const response = await promise;
  // The log line from which the benchmark reads the number of store calls.
  process.stdout.write('{"store_calls":1}');
  return { statusCode: response.statusCode, body: await text(response) };
}
