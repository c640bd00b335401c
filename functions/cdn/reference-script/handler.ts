import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LambdaFunctionURLEvent } from 'aws-lambda';
import {
  buildErrorResponse,
  type FunctionUrlResponse,
} from '#functions/cdn/image-render/responses.ts';

/** The compressed script, which the build puts beside this file. Read once per instance. */
const script = readFileSync(join(__dirname, 'reference.js.gz')).toString('base64');

/** Serves the script of the API reference, gzipped, at `/docs/reference.js`. */
export async function handler({
  rawPath,
}: Pick<LambdaFunctionURLEvent, 'rawPath'>): Promise<FunctionUrlResponse> {
  if (rawPath !== '/docs/reference.js') return buildErrorResponse(404, 'file not found');
  return {
    statusCode: 200,
    // The next deployment may have another version, so it is cached for a day only.
    headers: {
      'Content-Type': 'text/javascript; charset=utf-8',
      'Content-Encoding': 'gzip',
      'Cache-Control': 'public, max-age=86400',
    },
    isBase64Encoded: true,
    body: script,
  };
}
