import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LambdaFunctionURLEvent } from 'aws-lambda';
import {
  buildErrorResponse,
  type FunctionUrlResponse,
} from '#functions/cdn/image-render/responses.ts';
import type { BuiltFile } from '#shared/contract/function.ts';

/** A file, which the build puts beside this one. */
interface ServedFile {
  name: BuiltFile;
  headers: Readonly<Record<string, string>>;
}

/** The script of the interactive reference, and the typed client as a package for npm. */
const files: Readonly<Record<string, ServedFile>> = {
  '/docs/reference.js': {
    name: 'reference.js.gz',
    headers: {
      'Content-Type': 'text/javascript; charset=utf-8',
      'Content-Encoding': 'gzip',
    },
  },
  '/docs/fitness-data-client.tgz': {
    name: 'fitness-data-client.tgz',
    headers: { 'Content-Type': 'application/gzip' },
  },
};

/** Serves the files that the pages of the documentation load or link to. */
export async function handler({
  rawPath,
}: Pick<LambdaFunctionURLEvent, 'rawPath'>): Promise<FunctionUrlResponse> {
  const file = Object.hasOwn(files, rawPath) ? files[rawPath] : undefined;
  if (!file) return buildErrorResponse(404, 'file not found');
  return {
    statusCode: 200,
    // The next deployment may have another version, so it is cached for a day only.
    headers: { ...file.headers, 'Cache-Control': 'public, max-age=86400' },
    isBase64Encoded: true,
    body: readFileSync(join(__dirname, file.name)).toString('base64'),
  };
}
