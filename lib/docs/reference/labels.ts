import type { AuthRequirement, Endpoint, Host } from '#shared/contract/endpoint.ts';

/** The token that an endpoint requires. */
const authLabels: Readonly<Record<AuthRequirement, string>> = {
  public: 'none',
  client: 'any token',
  user: 'user token',
};

/** Describes the token that an endpoint requires, in Markdown. */
export function describeAuth({ auth, scope = 'any' }: Endpoint): string {
  const label = authLabels[auth];
  return scope === 'any' ? label : `${label} with \`${scope}\``;
}

/** The documentation of a host. */
interface DocumentedHost {
  /** The name of the host's base URL in the specification. */
  name: string;
  title: string;
  /** The host's base URL with `npm start`. */
  local: string;
  description: string;
}

export const hosts: Readonly<Record<Host, DocumentedHost>> = {
  main: {
    name: 'base_url',
    title: 'Main',
    local: 'http://127.0.0.1:3000',
    description: 'The token endpoints, and all resources but the diary.',
  },
  auth: {
    name: 'auth_url',
    title: 'Authorization',
    local: 'http://127.0.0.1:3001',
    description: 'The authorization and account pages.',
  },
  diary: {
    name: 'diary_base_url',
    title: 'Diary',
    local: 'http://127.0.0.1:3002',
    description: 'The food and exercise diary.',
  },
};

export const hostNames = Object.keys(hosts) as readonly Host[];
