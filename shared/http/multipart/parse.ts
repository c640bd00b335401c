import middy from '@middy/core';
import httpMultipartBodyParser from '@middy/http-multipart-body-parser';
import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { serviceError } from '../../errors/errors.ts';
import { parseMediaType } from '../headers.ts';
import { countParts, parseBoundary } from './boundary.ts';

/** The parts of a form by name; a name that was sent more than once has all of them. */
export type Parts = ReadonlyMap<string, readonly Buffer[]>;

interface File {
  content: Buffer;
}

/**
 * The parser's own check of the header refuses legal ones, so ours stands before it. Each part
 * counts as a file: a part without a file name would else be decoded as text, which no image
 * survives.
 */
const parse = middy<APIGatewayProxyEvent, Readonly<Record<string, File | File[]>>>()
  .use(
    httpMultipartBodyParser({
      disableContentTypeCheck: true,
      busboy: {
        isPartAFile: (name) => {
          if (name === undefined) throw new Error('A part has no name.');
          return true;
        },
      },
    }),
  )
  .handler(
    async ({ body }) => body as unknown as Readonly<Record<string, File | File[]>>,
  );

const malformed = (reason: string) => serviceError('malformed_body', { reason });

/**
 * Parses the body of a multipart form. Throws `unsupported_media_type` where the Content-Type is
 * another or has no boundary, `missing_body`, and `malformed_body` where a part cannot be read or
 * the form is cut short.
 */
export async function parseMultipart(
  event: APIGatewayProxyEvent,
  contentType = '',
): Promise<Parts> {
  const boundary = parseBoundary(contentType);
  if (parseMediaType(contentType) !== 'multipart/form-data' || !boundary)
    throw serviceError('unsupported_media_type', {
      expected: 'multipart/form-data with a boundary',
    });
  if (!event.body) throw serviceError('missing_body');
  if (!event.isBase64Encoded)
    throw new Error('The gateway passes multipart/form-data as text, which corrupts it.');
  const count = countParts(Buffer.from(event.body, 'base64'), boundary);
  if (count === undefined)
    throw malformed('must end with the closing boundary delimiter');
  const files = await readFiles(event, boundary);
  // The parser passes over a part that it cannot read.
  if ([...files.values()].flat().length !== count)
    throw malformed('must have a name in the Content-Disposition of every part');
  return files;
}

async function readFiles(event: APIGatewayProxyEvent, boundary: string): Promise<Parts> {
  const headers = { 'content-type': `multipart/form-data; boundary="${boundary}"` };
  try {
    const files = await parse({ ...event, headers }, {} as Context);
    return new Map(
      Object.entries(files).map(([name, sent]) => [
        name,
        [sent].flat().map(({ content }) => content),
      ]),
    );
  } catch {
    throw malformed('must be valid multipart/form-data');
  }
}
