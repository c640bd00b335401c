import type { IncomingMessage, ServerResponse } from 'node:http';

/** An error response of S3, with its code and message. */
export interface S3Error {
  status: number;
  code: string;
  message: string;
}

export const s3Errors = {
  invalidUri: {
    status: 400,
    code: 'InvalidURI',
    message: 'The key is malformed or too long.',
  },
  noSuchBucket: {
    status: 404,
    code: 'NoSuchBucket',
    message: 'The bucket does not exist.',
  },
  noSuchKey: { status: 404, code: 'NoSuchKey', message: 'The key does not exist.' },
  methodNotAllowed: {
    status: 405,
    code: 'MethodNotAllowed',
    message:
      'Only GET, HEAD, PUT and DELETE of an object, multipart uploads and the lists of a bucket ' +
      'are supported.',
  },
  invalidRange: {
    status: 416,
    code: 'InvalidRange',
    message: 'The object has no such bytes.',
  },
  noSuchUpload: {
    status: 404,
    code: 'NoSuchUpload',
    message: 'The upload does not exist. It was completed, or it has expired.',
  },
  invalidPart: {
    status: 400,
    code: 'InvalidPart',
    message: 'A part does not exist, or was uploaded with other content.',
  },
  invalidPartOrder: {
    status: 400,
    code: 'InvalidPartOrder',
    message: 'The parts must be listed in ascending order.',
  },
  entityTooLarge: {
    status: 400,
    code: 'EntityTooLarge',
    message: 'Your proposed upload exceeds the maximum allowed size',
  },
  entityTooSmall: {
    status: 400,
    code: 'EntityTooSmall',
    message: 'Your proposed upload is smaller than the minimum allowed size',
  },
  malformedForm: {
    status: 400,
    code: 'MalformedPOSTRequest',
    message: 'The body of your POST request is not well-formed multipart/form-data.',
  },
  missingFile: {
    status: 400,
    code: 'InvalidArgument',
    message: 'POST requires exactly one file upload per request.',
  },
  signatureDoesNotMatch: {
    status: 403,
    code: 'SignatureDoesNotMatch',
    message: 'The form was not signed, or was changed after that.',
  },
  policyExpired: {
    status: 403,
    code: 'AccessDenied',
    message: 'Invalid according to Policy: Policy expired.',
  },
  policyFailed: {
    status: 403,
    code: 'AccessDenied',
    message:
      'Invalid according to Policy: a field has another value, or is not in the policy.',
  },
  notImplemented: {
    status: 501,
    code: 'NotImplemented',
    message: 'Send the object as a buffer: chunked uploads are not supported.',
  },
  serviceUnavailable: {
    status: 503,
    code: 'ServiceUnavailable',
    message: 'The object cannot be read or written. Try again.',
  },
} as const satisfies Record<string, S3Error>;

/** Sends an error as XML, as S3 does. `details` are further elements. */
export function sendError(
  request: IncomingMessage,
  response: ServerResponse,
  error: S3Error,
  details = '',
): void {
  const { status, code, message } = error;
  const body = `<Error><Code>${code}</Code><Message>${message}</Message>${details}</Error>`;
  response.writeHead(status, { 'Content-Type': 'application/xml' });
  response.end(request.method === 'HEAD' ? undefined : body);
}

/** Escapes the characters of a text that are special in the content of an XML element. */
export function escapeXml(text: string): string {
  return text.replace(/[&<>]/g, (character) => `&#${character.codePointAt(0)};`);
}
