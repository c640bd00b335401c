import { FitnessDataError } from './fitness-data-error.ts';
import type { components } from './openapi/main.ts';

/** The headers of a request, as `fetch` or a server of Node has them. */
export type WebhookHeaders =
  | Headers
  | Readonly<Record<string, string | string[] | undefined>>;

export interface WebhookOptions {
  /** The seconds by which the time of sending may differ from the clock. Defaults to 300. */
  tolerance?: number;
  /** The time now in epoch milliseconds. Defaults to the clock. */
  now?: number;
}

type Schemas = components['schemas'];

/** The content of a request to a webhook. Its `type` says which one it is. */
export type ReceivedEvent =
  | Schemas['WebhookEvent']
  | Schemas['WebhookNotice']
  | Schemas['WebhookChallenge'];

/**
 * Returns the event in a request to your webhook. Throws a `FitnessDataError` with the code
 * `invalid_webhook` if the request was not signed with the secret, was changed, or is too old.
 * `body` is the body as it arrived, because JSON that was parsed and written again can differ.
 */
export async function verifyWebhook(
  headers: WebhookHeaders,
  body: string | Uint8Array,
  secret: string,
  options: WebhookOptions = {},
): Promise<ReceivedEvent> {
  const id = requireHeader(headers, 'webhook-id');
  const timestamp = requireHeader(headers, 'webhook-timestamp');
  const signatures = requireHeader(headers, 'webhook-signature');
  requireRecent(timestamp, options);

  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  const content = new TextEncoder().encode(`${id}.${timestamp}.${text}`);
  const key = await importSecret(secret);
  for (const signature of parseSignatures(signatures)) {
    // Compares in constant time.
    const isValid = await crypto.subtle.verify('HMAC', key, signature, content);
    if (isValid) return JSON.parse(text);
  }
  throw buildError('The body was not signed with this secret, or it was changed.');
}

const buildError = (message: string) => new FitnessDataError('invalid_webhook', message);

function requireHeader(headers: WebhookHeaders, name: string): string {
  const value = findHeader(headers, name);
  if (!value) throw buildError(`The request has no header ${name}.`);
  return value;
}

/** Returns a header, whatever the case of its name. */
function findHeader(headers: WebhookHeaders, name: string): string | null | undefined {
  if (headers instanceof Headers) return headers.get(name);
  const names = Object.keys(headers);
  const value = headers[names.find((key) => key.toLowerCase() === name) ?? name];
  return Array.isArray(value) ? value.join(' ') : value;
}

function requireRecent(
  timestamp: string,
  { tolerance = 300, now = Date.now() }: WebhookOptions,
): void {
  const age = Math.floor(now / 1000) - Number(timestamp);
  const isRecent = /^\d+$/.test(timestamp) && Math.abs(age) <= tolerance;
  if (!isRecent) throw buildError('The request was sent too long ago, or in the future.');
}

async function importSecret(secret: string) {
  const bytes = decodeBase64(secret.replace(/^whsec_/, ''));
  if (!bytes?.length) throw buildError('The secret is not whsec_ and base64.');
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  return crypto.subtle.importKey('raw', bytes, algorithm, false, ['verify']);
}

/** Returns the signatures of version 1. There are two while a secret is replaced. */
function parseSignatures(list: string): Uint8Array<ArrayBuffer>[] {
  const signatures = list.split(' ').filter((signature) => signature.startsWith('v1,'));
  return signatures.flatMap((signature) => decodeBase64(signature.slice(3)) ?? []);
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
