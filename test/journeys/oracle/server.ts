/** The URLs of an authorization server, and its clients. */
export interface AuthorizationServer {
  authorize: string;
  token: string;
  revoke: string;
  introspect: string;
  /** Two clients. `basic` is `client` with Basic authentication, if the server distinguishes it. */
  client: OracleClient;
  basic: OracleClient;
  otherClient: OracleClient;
  /** Issues a code that a user granted. */
  newCode(client: OracleClient, code_challenge?: string): Promise<string>;
}

export interface OracleClient {
  client_id: string;
  client_secret: string;
  redirect_uri: string;
}

/** Sends a form without following redirects. */
export const post = (
  url: string,
  form: Record<string, string> | [string, string][],
  init: RequestInit = {},
) =>
  fetch(url, {
    method: 'POST',
    body: new URLSearchParams(form),
    redirect: 'manual',
    ...init,
  });

export const toCredentials = ({ client_id, client_secret }: OracleClient) => ({
  client_id,
  client_secret,
});

export const toBasicHeader = ({ client_id, client_secret }: OracleClient) => ({
  Authorization: `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`,
});

/**
 * Describes the outcome of a request in a few words: its status and error, and whether it redirects
 * back to the application.
 */
export async function describeOutcome(
  response: Response,
  redirect_uri: string,
): Promise<string> {
  const location = response.headers.get('location');
  if (location) {
    if (!location.startsWith(redirect_uri)) return 'goes on';
    const { searchParams, hash } = new URL(location);
    const fragmentError = new URLSearchParams(hash.slice(1)).get('error');
    const error = searchParams.get('error') ?? `#${fragmentError}`;
    return `back ${error}`;
  }
  const text = await response.text();
  if (!response.headers.get('content-type')?.startsWith('application/json'))
    return `page ${response.status}`;
  const { error, active } = JSON.parse(text || '{}') as {
    error?: string;
    active?: boolean;
  };
  const challenge = ['www-authenticate', 'x-amzn-remapped-www-authenticate'].some(
    (name) => response.headers.has(name),
  );
  const parts = [
    String(response.status),
    error ?? describeActivity(active),
    response.status === 401 && challenge ? 'with a challenge' : '',
  ];
  return parts.filter(Boolean).join(' ');
}

/** Describes the `active` of an introspection. Returns an empty text for other responses. */
function describeActivity(active: boolean | undefined): string {
  if (active === undefined) return '';
  return active ? 'active' : 'inactive';
}
