import { createHmac } from 'node:crypto';
import type { ProviderCredentials } from '#functions/connections/connection/credentials.ts';
import type {
  ProviderRevocation,
  RevocationPlaceholder,
} from '#functions/connections/provider/provider-revocations.ts';
import { compact } from '#shared/runtime/compact.ts';
import { toEpochSeconds } from '#shared/runtime/time.ts';

/** A request to a provider. */
export interface ProviderRequest {
  method: ProviderRevocation['method'];
  url: string;
  authorization?: string;
  /** The URL-encoded body. */
  form?: string;
}

type Values = Readonly<Partial<Record<RevocationPlaceholder, string | undefined>>>;

/** What a revocation request contains besides the credentials. */
export interface RevocationDetails {
  remote_id: string;
  /** The nonce, if the request is signed. */
  nonce?: string | undefined;
}

/** Returns the revocation request, or undefined if it needs client credentials that are unknown. */
export function buildRevocationRequest(
  revocation: ProviderRevocation,
  credentials: ProviderCredentials,
  { remote_id, nonce }: RevocationDetails,
): ProviderRequest | undefined {
  const token = credentials.refresh_token ?? credentials.access_token;
  const signature = nonce && sign('revoke', credentials, nonce);
  const values = { ...credentials, token, remote_id, nonce, signature };
  const url = fillTemplate(revocation.url, values);
  const form =
    revocation.form === undefined ? undefined : fillTemplate(revocation.form, values);
  const authorization = buildAuthorization(revocation, credentials);

  const lacksForm = revocation.form !== undefined && form === undefined;
  const lacksAuthorization = revocation.authorization && !authorization;
  if (url === undefined || lacksForm || lacksAuthorization) return undefined;
  return compact({ method: revocation.method, url, authorization, form });
}

/**
 * Returns the request for the nonce of a signed request, or undefined if the client credentials are
 * unknown. Withings accepts each nonce once (developer.withings.com, Signature v2).
 */
export function buildNonceRequest(
  url: string,
  credentials: ProviderCredentials,
  now: Date,
): ProviderRequest | undefined {
  const { client_id } = credentials;
  const action = 'getnonce';
  const timestamp = String(toEpochSeconds(now));
  const signature = sign(action, credentials, timestamp);
  if (client_id === undefined || signature === undefined) return undefined;
  const form = new URLSearchParams({ action, client_id, timestamp, signature });
  return { method: 'POST', url, form: String(form) };
}

/** Signs an action, the client id, and a nonce or a time with the client secret. */
function sign(
  action: string,
  { client_id, client_secret }: ProviderCredentials,
  nonce: string,
): string | undefined {
  if (client_id === undefined || client_secret === undefined) return undefined;
  const content = [action, client_id, nonce].join(',');
  return createHmac('sha256', client_secret).update(content).digest('hex');
}

/**
 * Returns the request for a new access token (RFC 6749 section 6), or undefined if the client
 * credentials are unknown.
 */
export function buildRefreshRequest(
  { url, client_auth }: NonNullable<ProviderRevocation['refresh']>,
  credentials: ProviderCredentials,
): ProviderRequest | undefined {
  const authorization = toBasic(credentials);
  if (!authorization) return undefined;

  const { refresh_token = '', client_id = '', client_secret = '' } = credentials;
  const form = new URLSearchParams({ grant_type: 'refresh_token', refresh_token });
  if (client_auth === 'body') {
    form.set('client_id', client_id);
    form.set('client_secret', client_secret);
  }
  return compact({
    method: 'POST' as const,
    url,
    form: String(form),
    authorization: client_auth === 'basic' ? authorization : undefined,
  });
}

/** Replaces the placeholders of a template. Returns undefined if a value is missing. */
function fillTemplate(template: string, values: Values): string | undefined {
  let isComplete = true;
  const filled = template.replace(/\{(\w+)\}/g, (_, name: RevocationPlaceholder) => {
    const value = values[name];
    isComplete &&= value !== undefined;
    return encodeURIComponent(value ?? '');
  });
  return isComplete ? filled : undefined;
}

function buildAuthorization(
  { authorization }: ProviderRevocation,
  credentials: ProviderCredentials,
): string | undefined {
  if (authorization === 'basic') return toBasic(credentials);
  return authorization === 'bearer' ? `Bearer ${credentials.access_token}` : undefined;
}

function toBasic({ client_id, client_secret }: ProviderCredentials): string | undefined {
  if (client_id === undefined || client_secret === undefined) return undefined;
  const credentials = Buffer.from(`${client_id}:${client_secret}`).toString('base64');
  return `Basic ${credentials}`;
}
