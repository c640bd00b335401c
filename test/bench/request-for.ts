import { issueUserToken, newClient } from '#kit/fixtures.ts';
import type { EndpointEntry } from '#lib/definitions.ts';
import { buildValidRequest, type ValidRequest } from '../contract/valid-requests.ts';
import type { Bench } from './service-under-bench.ts';

/** A request that an endpoint accepts. */
export interface BenchRequest extends ValidRequest {
  /** The client that sends the request. Defaults to that of the benchmark. */
  client_id?: string;
}

/** An application ends its own access, with the token that it had: another one each time. */
async function endOfAccess({ user }: Bench): Promise<BenchRequest> {
  const application = await newClient();
  const { client_id } = application;
  const Authorization = `Bearer ${await issueUserToken(user, application)}`;
  return { query: { user_id: 'self', client_id }, headers: { Authorization }, client_id };
}

/** Makes a request that the endpoint accepts of the user of the bench. */
export function requestFor(entry: EndpointEntry, bench: Bench): Promise<BenchRequest> {
  return entry.id === 'auth/connection/delete'
    ? endOfAccess(bench)
    : buildValidRequest(entry, bench.asUser);
}
