import { toPersonalClient } from '#shared/auth/principal.ts';
import { coversScope, type Scope } from '#shared/contract/scopes.ts';

/** The base URLs of the hosts that a script uses. */
export interface ScriptHosts {
  main: string;
  diary: string;
}

/** A request that reads something, and the scope that it needs. */
interface SampleRequest {
  scope: Scope;
  host: keyof ScriptHosts;
  path: string;
}

const sampleRequests: readonly SampleRequest[] = [
  { scope: 'diary.read', host: 'diary', path: '/v2/diary' },
  { scope: 'profile.read', host: 'main', path: '/v7.1/user/self/' },
  { scope: 'data_sources.read', host: 'main', path: '/v7.1/data_source/' },
  { scope: 'connections.read', host: 'main', path: '/v7.1/remoteconnection/' },
];

/** A request that needs no scope. */
const anyRequest = { host: 'main', path: '/v7.1/activity_type/1/' } as const;

/** The headers that the diary needs in every request of a user's own scripts. */
export function toDiaryHeaders(user_id: string) {
  return {
    'svc-client-id': toPersonalClient(user_id),
    'svc-user-id': user_id,
  };
}

interface SampleToken {
  text: string;
  scope: string;
  user_id: string;
}

/** Returns a command with curl that reads something with a token. */
export function formatSampleCommand(
  { text, scope, user_id }: SampleToken,
  hosts: ScriptHosts,
): string {
  const request = sampleRequests.find((sample) => coversScope(scope, sample.scope));
  const { host, path } = request ?? anyRequest;
  const headers = {
    Authorization: `Bearer ${text}`,
    ...(host === 'diary' ? toDiaryHeaders(user_id) : {}),
  };
  const options = Object.entries(headers).map(
    ([name, value]) => ` -H '${name}: ${value}'`,
  );
  return `curl -s '${hosts[host]}${path}'${options.join('')}`;
}
