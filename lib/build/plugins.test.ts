import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { createTemporaryFolder } from '#kit/temporary-folder.ts';
import { SdkSha256 } from '#shared/runtime/store-client.ts';
import { root } from '../paths.ts';
import { replaceSdkModules } from './plugins.ts';

/** A program that returns what a call of each client sends. */
const program = `
import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { DecryptCommand, KMSClient } from '@aws-sdk/client-kms';
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';

const calls = [
  [DynamoDBClient, new GetItemCommand({ TableName: 'T', Key: { pk: { S: 'ü' } } })],
  [KMSClient, new DecryptCommand({ CiphertextBlob: new Uint8Array([1, 255]) })],
  [S3Client, new GetObjectCommand({ Bucket: 'images', Key: 'a b/ü' })],
  [S3Client, new GetObjectCommand({ Bucket: 'images.example', Key: 'a' })],
  [S3Client, new PutObjectCommand({ Bucket: 'images', Key: 'a', Body: Buffer.from('x') })],
  [SESv2Client, new SendEmailCommand({ Destination: { ToAddresses: ['a@example.com'] } })],
  [SQSClient, new SendMessageCommand({ QueueUrl: 'https://q.example/1/q', MessageBody: 'x' })],
];

exports.listRequests = (options) =>
  Promise.all(calls.map(async ([Client, command]) => {
    let sent;
    const handle = async (request) => {
      sent = request;
      throw new Error('captured');
    };
    const forcePathStyle = process.env.AWS_ENDPOINT_URL_S3 !== undefined;
    const ours = { useQueueUrlAsEndpoint: false, forcePathStyle, requestHandler: { handle } };
    await new Client({ ...options, ...ours })
      .send(command)
      .catch((error) => {
        if (error.message !== 'captured') throw error;
      });
    const { method, protocol, hostname, port, path, query, body } = sent;
    // This header, which is not signed, names the source of the credentials.
    const { 'user-agent': _, ...headers } = sent.headers;
    const text = body instanceof Uint8Array ? new TextDecoder().decode(body) : body;
    return { method, protocol, hostname, port, path, query, headers, text };
  }));

/** Returns the error that the client of a call reads from a response. */
exports.readError = async (call, statusCode, text) => {
  const body = new TextEncoder().encode(text);
  const response = { statusCode, headers: {}, body };
  const requestHandler = { handle: async () => ({ response }) };
  const credentials = { accessKeyId: 'id', secretAccessKey: 'secret' };
  const options = { region: 'eu-central-1', credentials, maxAttempts: 1, requestHandler };
  const [Client, command] = calls[call];
  const error = await new Client(options).send(command).catch((error) => error);
  const { name, message, CancellationReasons, Item } = error;
  return { name, message, CancellationReasons, Item, isError: error instanceof Error };
};
`;

interface BundledProgram {
  listRequests(options: object): Promise<{ headers: Record<string, string> }[]>;
  readError(call: number, status: number, text: string): Promise<object>;
}

const folder = createTemporaryFolder(afterAll);

/** A digest of which every signature is wrong. */
class OtherSha256 extends SdkSha256 {
  override async digest(): Promise<Uint8Array> {
    return (await super.digest()).fill(0);
  }
}

/** Bundles the program as functions are bundled, and loads it. */
async function loadProgram(
  name: string,
  plugins: (typeof replaceSdkModules)[],
): Promise<BundledProgram> {
  const outfile = join(folder, `${name}.cjs`);
  await build({
    stdin: { contents: program, resolveDir: root },
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'cjs',
    mainFields: ['module', 'main'],
    plugins,
    supported: { 'dynamic-import': false },
    logLevel: 'warning',
  });
  return createRequire(import.meta.url)(outfile);
}

const ours = await loadProgram('ours', [replaceSdkModules]);
const sdk = await loadProgram('sdk', []);

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

it.each([
  { AWS_REGION: 'eu-central-1', AWS_SESSION_TOKEN: 'token' },
  { AWS_REGION: 'us-east-1', AWS_USE_FIPS_ENDPOINT: 'true', AWS_MAX_ATTEMPTS: '5' },
  { AWS_REGION: 'cn-north-1', AWS_USE_DUALSTACK_ENDPOINT: 'true' },
  { AWS_REGION: 'us-gov-west-1', AWS_USE_FIPS_ENDPOINT: 'true' },
  { AWS_REGION: 'us-east-1', AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:8000' },
  { AWS_REGION: 'eu-west-1', AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:8000' },
  { AWS_REGION: 'eu-west-1', AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:8000/store' },
])(
  'clients sign and send what those of the SDK do, with the variables %j',
  async (variables) => {
    vi.useFakeTimers({ toFake: ['Date'] });
    vi.spyOn(globalThis.crypto, 'randomUUID').mockReturnValue('0-0-0-0-0');
    // The SDK looks for profiles in this folder.
    vi.stubEnv('HOME', folder);
    const credentials = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret/ü' };
    for (const name of Object.keys(process.env))
      if (name.startsWith('AWS_')) vi.stubEnv(name, undefined);
    for (const [name, value] of Object.entries({ ...credentials, ...variables }))
      vi.stubEnv(name, value);

    const requests = await ours.listRequests({ sha256: SdkSha256 });
    expect(requests).toEqual(await sdk.listRequests({}));
    const others = await ours.listRequests({ sha256: OtherSha256 });
    for (const [index, { headers }] of requests.entries()) {
      expect(headers.authorization).toContain('Signature=');
      // The SDK signs with the digest of the option.
      const other = others[index]?.headers.authorization;
      expect(other).toContain('Signature=');
      expect(other).not.toBe(headers.authorization);
    }
  },
);

it.each([
  { __type: 'ThrottlingException', message: 'Slow down.' },
  { __type: 'TableNotFoundException', message: 'No table has this name.' },
  {
    __type: 'ConditionalCheckFailedException',
    Item: { pk: { S: 'a' }, digest: { B: 'AQ==' } },
  },
  {
    __type: 'TransactionCanceledException',
    CancellationReasons: [{ Code: 'None' }, { Code: 'TransactionConflict' }],
  },
])('clients read the error $__type as those of the SDK do', async (members) => {
  const { __type: name } = members;
  const error = { ...members, __type: `com.amazonaws.dynamodb.v20120810#${name}` };
  const text = JSON.stringify(error);
  const read = await ours.readError(0, 400, text);
  expect(read).toMatchObject({ name, isError: true });
  expect(read).toEqual(await sdk.readError(0, 400, text));
});

it.each([
  {
    call: 1,
    name: 'DisabledException',
    status: 400,
    text: '{"__type":"DisabledException"}',
  },
  {
    call: 2,
    name: 'NoSuchKey',
    status: 404,
    text: '<Error><Code>NoSuchKey</Code><Message>It is gone.</Message></Error>',
  },
  {
    call: 2,
    name: 'SlowDown',
    status: 503,
    text: '<Error><Code>SlowDown</Code></Error>',
  },
])('clients name the error $name as those of the SDK do', async (error) => {
  const { call, name, status, text } = error;
  const read = await ours.readError(call, status, text);
  expect(read).toMatchObject({ name, isError: true });
  expect(read).toEqual(await sdk.readError(call, status, text));
});
