import type {
  ProviderRevocation,
  RevocationSlot,
} from '#shared/reference-data/provider-revocations.ts';
import type { ProviderCredentials } from '../provider-credentials.ts';

/** One call to a provider. */
export interface ProviderRequest {
  method: ProviderRevocation['method'];
  url: string;
  authorization?: string;
  /** Encoded already. */
  form?: string;
}

type Values = Readonly<Partial<Record<RevocationSlot, string | undefined>>>;

/** A template with its slots filled; undefined where a value is missing. */
function fill(template: string, values: Values): string | undefined {
  let isWhole = true;
  const filled = template.replace(/\{(\w+)\}/g, (_, slot: RevocationSlot) => {
    const value = values[slot];
    isWhole &&= value !== undefined;
    return encodeURIComponent(value ?? '');
  });
  return isWhole ? filled : undefined;
}

function basic({ client_id, client_secret }: ProviderCredentials): string | undefined {
  if (client_id === undefined || client_secret === undefined) return undefined;
  return `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`;
}

/** The revocation call; undefined where it needs credentials of the client, which are not known. */
export function revocationRequest(
  { method, url: address, authorization: scheme, form: fields }: ProviderRevocation,
  credentials: ProviderCredentials,
  remote_id: string,
): ProviderRequest | undefined {
  const token = credentials.refresh_token ?? credentials.access_token;
  const values = { ...credentials, token, remote_id };
  const url = fill(address, values);
  const form = fields && fill(fields, values);
  const authorization =
    scheme === 'basic' ? basic(credentials) : `Bearer ${credentials.access_token}`;
  if (url === undefined || (fields && !form) || (scheme && !authorization)) return undefined;
  return { method, url, ...(scheme && authorization && { authorization }), ...(form && { form }) };
}

/** The call for a new access token (RFC 6749 section 6); undefined where the client's credentials are not known. */
export function refreshRequest(
  { url, client_auth }: NonNullable<ProviderRevocation['refresh']>,
  credentials: ProviderCredentials,
): ProviderRequest | undefined {
  const authorization = basic(credentials);
  if (!authorization) return undefined;
  const { refresh_token = '', client_id = '', client_secret = '' } = credentials;
  const form = new URLSearchParams({
    grant_type: 'refresh_token',
    refresh_token,
    ...(client_auth === 'body' && { client_id, client_secret }),
  });
  return {
    method: 'POST',
    url,
    form: String(form),
    ...(client_auth === 'basic' && { authorization }),
  };
}
