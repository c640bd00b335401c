import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy } from '@fastify/busboy';
import { isEqualInConstantTime } from '#shared/auth/secrets.ts';
import { getSecurityHeaders } from '#shared/contract/response-headers.ts';
import { signText } from '#shared/objects/signature.ts';
import type { ObjectFolder } from '../engines/objects/object-folder.ts';
import { type S3Error, s3Errors, sendError } from '../engines/objects/s3-response.ts';
import type { Clock } from '../host/clock.ts';
import { getScheme } from '../http/request-head.ts';
import { getScope, type LocalSigner } from './signed-url.ts';

interface FormDeps {
  signer: LocalSigner;
  objects: ObjectFolder;
  clock: Pick<Clock, 'now'>;
}

/** An object that a form has created, or why it has not. */
type FormResult = { key: string; etag: string } | { error: S3Error };

/** The limits of the fields, as in S3. */
const limits = { fieldSize: 20_480, fields: 100, files: 1 };

/**
 * Stores the file of a form in a bucket, if a function has signed the form, and responds as S3
 * does. The file is streamed to the disk.
 */
export async function receiveForm(
  request: IncomingMessage,
  response: ServerResponse,
  bucket: string,
  { signer, objects, clock }: FormDeps,
): Promise<void> {
  const security = getSecurityHeaders(getScheme(signer.endpoint));
  for (const [name, value] of Object.entries(security)) response.setHeader(name, value);

  const fields: FormFields = new Map();
  const store = async (file: Readable): Promise<FormResult> => {
    const policy = verifyPolicy(fields.set('bucket', bucket), signer, clock.now());
    return 'error' in policy ? policy : storeFile(file, bucket, policy, objects);
  };
  const result = await readForm(request, fields, store);
  if ('error' in result) return sendError(request, response, result.error);

  const { key, etag } = result;
  const target = URL.parse(fields.get('success_action_redirect') ?? '');
  if (!target) {
    response.writeHead(204, { ETag: etag }).end();
    return;
  }
  for (const [name, value] of Object.entries({ bucket, key, etag }))
    target.searchParams.set(name, value);
  response.writeHead(303, { ETag: etag, Location: target.href }).end();
}

/** Returns a parser, or undefined if the type of a request is not that of a form. */
function openParser({ headers }: IncomingMessage) {
  const { 'content-type': type = '' } = headers;
  try {
    return new Busboy({ headers: { 'content-type': type }, limits });
  } catch {
    return undefined;
  }
}

/**
 * Reads a form. The fields before the file are in `fields` when `store` gets the file. Those after
 * it do not count, as in S3.
 */
async function readForm(
  request: IncomingMessage,
  fields: FormFields,
  store: (file: Readable) => Promise<FormResult>,
): Promise<FormResult> {
  const parser = openParser(request);
  if (!parser) return { error: s3Errors.malformedForm };

  const { promise: result, resolve } = Promise.withResolvers<FormResult>();
  let received: Readable | undefined;
  parser.on('field', (name, value) => {
    if (!received) fields.set(name.toLowerCase(), value);
  });
  parser.on('file', (_, file) => {
    received = file;
    // If the connection is cut, what reads the file gets the error.
    file.on('error', () => undefined);
    // Discards what is left of a file that is refused.
    resolve(store(file).finally(() => file.resume()));
  });

  const parsed = pipeline(request, parser).then(
    () => resolve({ error: s3Errors.missingFile }),
    (error) => {
      received?.destroy(error);
      throw error;
    },
  );
  const [stored] = await Promise.all([result, parsed]);
  return stored;
}

async function storeFile(
  file: Readable,
  bucket: string,
  { key, size: { min, max } }: FormPolicy,
  objects: ObjectFolder,
): Promise<FormResult> {
  let error: S3Error | undefined;
  async function* limitSize(): AsyncGenerator<Buffer> {
    let bytes = 0;
    // The parser waits until the file has ended, so the file must not be destroyed.
    const chunks: AsyncIterable<Buffer> = file.iterator({ destroyOnReturn: false });
    for await (const chunk of chunks) {
      bytes += chunk.length;
      if (bytes > max) error = s3Errors.entityTooLarge;
      if (error) throw new Error(error.message);
      yield chunk;
    }
    if (bytes < min) error = s3Errors.entityTooSmall;
    if (error) throw new Error(error.message);
  }
  try {
    const object = { 'Content-Type': 'binary/octet-stream', content: limitSize() };
    const { ETag } = await objects.write(bucket, key, object);
    return { key, etag: ETag };
  } catch (failure) {
    if (error) return { error };
    throw failure;
  }
}

/** The fields of a form by their names in lower case. */
type FormFields = Map<string, string>;

/** A form that its policy allows: the key of its object, and the sizes that it may have. */
interface FormPolicy {
  key: string;
  size: { min: number; max: number };
}

/** The conditions that functions sign: exact values of fields, and a range of sizes. */
type Condition = Readonly<Record<string, string>> | readonly [string, number, number];

interface SignedPolicy {
  expiration: string;
  conditions: readonly Condition[];
}

/** The fields that a policy does not name. */
const unnamedFields = new Set(['policy', 'x-amz-signature']);

/** Verifies the policy of a form as S3 does. Returns the error of S3 for a form that it refuses. */
function verifyPolicy(
  fields: FormFields,
  { credentials }: LocalSigner,
  now: number,
): FormPolicy | { error: S3Error } {
  const encoded = fields.get('policy') ?? '';
  const scope = getScope(fields.get('x-amz-credential') ?? '');
  const expected = signText(encoded, credentials.secretAccessKey, scope);
  const isGenuine = isEqualInConstantTime(expected, fields.get('x-amz-signature') ?? '');
  if (!isGenuine) return { error: s3Errors.signatureDoesNotMatch };

  const policy: SignedPolicy = JSON.parse(Buffer.from(encoded, 'base64').toString());
  const { expiration, conditions } = policy;
  if (!(Date.parse(expiration) > now)) return { error: s3Errors.policyExpired };

  const values = new Map(conditions.filter(isExact).flatMap(Object.entries<string>));
  const names = [...fields.keys()].filter((name) => !unnamedFields.has(name));
  const isAllowed = [...names, ...values.keys()].every(
    (name) => values.has(name) && values.get(name) === fields.get(name),
  );
  if (!isAllowed) return { error: s3Errors.policyFailed };

  const [, min = 0, max = Number.POSITIVE_INFINITY] = conditions.find(isRange) ?? [];
  return { key: fields.get('key') ?? '', size: { min, max } };
}

function isRange(condition: Condition): condition is readonly [string, number, number] {
  return Array.isArray(condition) && condition[0] === 'content-length-range';
}

function isExact(condition: Condition): condition is Readonly<Record<string, string>> {
  return !Array.isArray(condition);
}
