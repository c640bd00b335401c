import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { listen } from '#lib/local/host/listen.ts';
import { decrypt, encrypt } from '#shared/runtime/cipher.ts';
import { newDigestSigner } from './digest-signer.ts';

/** A request to KMS. Bytes are base64. */
export interface KmsRequest {
  action: string;
  KeyId: string;
  KeySpec?: string;
  CiphertextBlob?: string;
  EncryptionContext: Record<string, string>;
  /** The signed text, whose digest the client has computed. */
  Message?: string;
  MessageType?: string;
  SigningAlgorithm?: string;
}

/** A stand-in for AWS KMS, which no test can reach. It wraps data keys with one key, and signs. */
export interface FakeKms {
  /** The variables with which the AWS SDK finds the stand-in. */
  environment: Record<string, string>;
  requests: readonly KmsRequest[];
}

type KmsResponse = Record<string, string>;

function toError(type: string): KmsResponse {
  return { __type: type, message: `${type} of the stand-in` };
}

/** Creates a key that signs. Returns how KMS responds to requests for it. */
function createSigningKey() {
  const key = newDigestSigner();
  return ({ action, KeyId, Message = '' }: KmsRequest): KmsResponse =>
    action === 'GetPublicKey'
      ? { KeyId, PublicKey: key.publicKey.toString('base64') }
      : { KeyId, Signature: key.sign(Buffer.from(Message, 'base64')).toString('base64') };
}

/** Starts a stand-in with the key `keyId`. Disposing `disposables` stops it. */
export async function startFakeKms(
  keyId: string,
  disposables: AsyncDisposableStack,
  signingKeyIds: readonly string[] = [],
): Promise<FakeKms> {
  const signingKeys = new Map(signingKeyIds.map((id) => [id, createSigningKey()]));
  const requests: KmsRequest[] = [];
  const wrappingKey = randomBytes(32);
  const respond = (request: KmsRequest): KmsResponse => {
    const { action, KeyId, CiphertextBlob = '', EncryptionContext } = request;
    // The name of an exception as the id of a key makes KMS fail like that.
    if (KeyId.endsWith('Exception')) return toError(KeyId);
    const signingKey = signingKeys.get(KeyId);
    if (signingKey) return signingKey(request);
    const context = Buffer.from(JSON.stringify(EncryptionContext));
    if (KeyId !== keyId) return toError('NotFoundException');
    if (action === 'GenerateDataKey') {
      const key = randomBytes(32);
      const wrapped = Buffer.from(encrypt(wrappingKey, key, context));
      return {
        KeyId,
        Plaintext: key.toString('base64'),
        CiphertextBlob: wrapped.toString('base64'),
      };
    }
    try {
      const key = Buffer.from(
        decrypt(wrappingKey, Buffer.from(CiphertextBlob, 'base64'), context),
      );
      return { KeyId, Plaintext: key.toString('base64') };
    } catch {
      return toError('InvalidCiphertextException');
    }
  };
  const server = await listen('127.0.0.1', 0, disposables);
  server.handleWith(async (message, response) => {
    const request = await readRequest(message);
    requests.push(request);
    const body = respond(request);
    response.writeHead('__type' in body ? 400 : 200, {
      'Content-Type': 'application/x-amz-json-1.1',
    });
    response.end(JSON.stringify(body));
  });

  return {
    requests,
    environment: {
      AWS_ENDPOINT_URL_KMS: server.url,
      AWS_REGION: 'eu-west-1',
      AWS_ACCESS_KEY_ID: 'test',
      AWS_SECRET_ACCESS_KEY: 'test',
    },
  };
}

async function readRequest(message: IncomingMessage): Promise<KmsRequest> {
  const [, action = ''] = String(message.headers['x-amz-target']).split('.');
  return { action, ...((await json(message)) as Omit<KmsRequest, 'action'>) };
}
