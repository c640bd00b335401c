import {
  getHeader,
  type HeaderLines,
  type OutgoingResponse,
  type RequestHead,
} from '../http/message.ts';

/** Headers of an object that the CDN returns to the client. */
const objectHeaders = ['content-type', 'cache-control', 'etag', 'last-modified'];

const conditionalHeaders = ['if-none-match', 'if-modified-since'];

/** The response of S3 to a caller who may not list the bucket. */
const accessDenied: OutgoingResponse = {
  status: 403,
  headers: [],
  body: Buffer.from('AccessDenied'),
};

function selectConditionalHeaders(headers: HeaderLines): [name: string, value: string][] {
  return conditionalHeaders.flatMap((name) => {
    const value = getHeader(headers, name);
    return value === undefined ? [] : [[name, value]];
  });
}

/** Reads an object from a bucket, as CloudFront does through origin access control. */
export async function fetchFromBucket(
  bucket: string,
  { path, headers }: RequestHead,
  s3: string,
): Promise<OutgoingResponse> {
  if (path === '/') return accessDenied;

  const response = await fetch(`${s3}/${bucket}${path}`, {
    headers: selectConditionalHeaders(headers),
    redirect: 'manual',
  });

  const body = await response.arrayBuffer();
  const received = [...response.headers];
  return {
    status: response.status,
    headers: received.filter(([name]) => objectHeaders.includes(name)),
    body: Buffer.from(body),
  };
}
