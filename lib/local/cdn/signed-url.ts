import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isEqualInConstantTime } from '#shared/auth/secrets.ts';
import { signText } from '#shared/objects/signature.ts';
import type { UrlSigner } from '#shared/objects/signed-urls.ts';

/** The address and the key with which functions sign URLs and forms. */
export type LocalSigner = Required<UrlSigner> & { endpoint: string };

export const signatureParameter = 'X-Amz-Signature';

/** Parses a time as SigV4 formats it, e.g. `20261120T093000Z`. */
function parseSignedTime(text: string): number {
  const [, year, month, day, hours, minutes, seconds] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text) ?? [];
  return Date.parse(`${year}-${month}-${day}T${hours}:${minutes}:${seconds}Z`);
}

/** Returns the scope of a signature from `<access key>/<date>/<region>/<service>/aws4_request`. */
export function getScope(credential: string): string[] {
  return credential.split('/').slice(1);
}

/**
 * Returns whether a function has signed a request in its URL (SigV4 query parameters), and the URL
 * has not expired. Method, path, all parameters and the signed headers are part of the signature.
 */
export function isPresigned(
  request: IncomingMessage,
  url: URL,
  signer: LocalSigner,
  now: number,
): boolean {
  const query = url.searchParams;
  const date = query.get('X-Amz-Date') ?? '';
  const endsAt = parseSignedTime(date) + Number(query.get('X-Amz-Expires')) * 1000;
  // An invalid time is NaN, which is not greater than any number.
  const isActive = endsAt > now;
  if (!isActive) return false;

  const scope = getScope(query.get('X-Amz-Credential') ?? '');
  const digest = createHash('sha256').update(toCanonicalRequest(request, url));
  const text = ['AWS4-HMAC-SHA256', date, scope.join('/'), digest.digest('hex')];
  const expected = signText(text.join('\n'), signer.credentials.secretAccessKey, scope);
  return isEqualInConstantTime(expected, query.get(signatureParameter) ?? '');
}

function toCanonicalRequest({ method, headers }: IncomingMessage, url: URL): string {
  const signedHeaders = url.searchParams.get('X-Amz-SignedHeaders') ?? '';
  // Clients may reach this server by another name than the public one that was signed.
  const sent: IncomingMessage['headers'] = { ...headers, host: url.host };
  const headerLines = signedHeaders.split(';').map((name) => `${name}:${sent[name]}\n`);
  const parameters = url.search.slice(1).split('&');
  const signed = parameters.filter((text) => !text.startsWith(`${signatureParameter}=`));
  return [
    method,
    url.pathname,
    signed.toSorted().join('&'),
    headerLines.join(''),
    signedHeaders,
    'UNSIGNED-PAYLOAD',
  ].join('\n');
}
