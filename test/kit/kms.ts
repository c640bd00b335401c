import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { decrypt, encrypt } from '#shared/encryption/aes-gcm.ts';

/** What is asked of KMS; bytes are base64. */
export interface KmsRequest {
  action: string;
  KeyId: string;
  KeySpec?: string;
  CiphertextBlob?: string;
  EncryptionContext: Record<string, string>;
}

/** A stand-in for AWS KMS, which no test can reach: it knows one key, and wraps data keys for a context. */
export interface FakeKms {
  /** How the AWS SDK reaches it. */
  environment: Record<string, string>;
  requests: readonly KmsRequest[];
}

type Answer = Record<string, string>;

function refusal(type: string): Answer {
  return { __type: type, message: `${type} of the stand-in` };
}

/** Starts a KMS with the key `keyId`, which `owner` ends. */
export async function startFakeKms(
  keyId: string,
  owner: AsyncDisposableStack,
): Promise<FakeKms> {
  const requests: KmsRequest[] = [];
  const master = randomBytes(32);
  const answer = ({
    action,
    KeyId,
    CiphertextBlob = '',
    EncryptionContext,
  }: KmsRequest): Answer => {
    const context = Buffer.from(JSON.stringify(EncryptionContext));
    if (KeyId !== keyId) return refusal('NotFoundException');
    if (action === 'GenerateDataKey') {
      const key = randomBytes(32);
      const wrapped = Buffer.from(encrypt(master, key, context));
      return {
        KeyId,
        Plaintext: key.toString('base64'),
        CiphertextBlob: wrapped.toString('base64'),
      };
    }
    try {
      const key = Buffer.from(
        decrypt(master, Buffer.from(CiphertextBlob, 'base64'), context),
      );
      return { KeyId, Plaintext: key.toString('base64') };
    } catch {
      return refusal('InvalidCiphertextException');
    }
  };
  const server = createServer(async (message, response) => {
    const request = await read(message);
    requests.push(request);
    const body = answer(request);
    response.writeHead('__type' in body ? 400 : 200, {
      'Content-Type': 'application/x-amz-json-1.1',
    });
    response.end(JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  owner.defer(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return {
    requests,
    environment: {
      AWS_ENDPOINT_URL_KMS: `http://127.0.0.1:${port}`,
      AWS_REGION: 'eu-west-1',
      AWS_ACCESS_KEY_ID: 'test',
      AWS_SECRET_ACCESS_KEY: 'test',
    },
  };
}

async function read(message: IncomingMessage): Promise<KmsRequest> {
  const [, action = ''] = String(message.headers['x-amz-target']).split('.');
  return { action, ...((await json(message)) as Omit<KmsRequest, 'action'>) };
}
