import { issueUserToken, newClient } from '#kit/fixtures.ts';
import type { EndpointEntry } from '#lib/definitions.ts';
import { buildValidRequest, type ValidRequest } from '../contract/valid-requests.ts';
import type { Bench } from './service-under-bench.ts';

/** A request that an endpoint accepts. */
export interface BenchRequest extends ValidRequest {
  /** The client that sends the request. Defaults to that of the benchmark. */
  client_id?: string;
}

/** Builds a request by which a new client revokes its own access. */
async function buildDisconnection({ user }: Bench): Promise<BenchRequest> {
  const client = await newClient();
  const { client_id } = client;
  const Authorization = `Bearer ${await issueUserToken(user, client)}`;
  return { query: { user_id: 'self', client_id }, headers: { Authorization }, client_id };
}

/** Builds a request that the endpoint accepts from the user of the benchmark. */
export function buildRequest(entry: EndpointEntry, bench: Bench): Promise<BenchRequest> {
  if (entry.id === 'auth/grant/delete') return buildDisconnection(bench);
  return buildValidRequest(entry, bench.asUser);
}
