import type { IncomingMessage } from 'node:http';
import { compact } from '#shared/runtime/compact.ts';
import {
  getHeader,
  type HeaderLines,
  type OutgoingResponse,
  type RequestHead,
} from '../http/message.ts';
import { readBytes } from '../http/read-bytes.ts';
import { fetchObject } from './fetch-object.ts';

/** Headers of an object that the CDN returns to the client. */
const objectHeaders = ['content-type', 'cache-control', 'etag', 'last-modified'];

const conditionalHeaders = ['if-none-match', 'if-modified-since'];

/** The response of S3 to a caller who may not list the bucket. */
const accessDenied: OutgoingResponse = {
  status: 403,
  headers: [],
  body: Buffer.from('AccessDenied'),
};

function selectConditionalHeaders(headers: HeaderLines): Record<string, string> {
  const values = conditionalHeaders.map((name) => [name, getHeader(headers, name)]);
  return compact(Object.fromEntries(values)) as Record<string, string>;
}

function selectObjectHeaders({ headers }: IncomingMessage): HeaderLines {
  return objectHeaders.flatMap((name) => {
    const value = headers[name];
    return typeof value === 'string' ? [[name, value]] : [];
  });
}

/** Reads an object from a bucket, as CloudFront does through origin access control. */
export async function fetchFromBucket(
  bucket: string,
  { path, headers }: RequestHead,
  s3: string,
): Promise<OutgoingResponse> {
  if (path === '/') return accessDenied;

  const conditions = selectConditionalHeaders(headers);
  const response = await fetchObject(`${s3}/${bucket}${path}`, conditions);
  return {
    status: response.statusCode ?? 502,
    headers: selectObjectHeaders(response),
    body: await readBytes(response),
  };
}
