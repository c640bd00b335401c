import { call } from '#kit/call.ts';
import type { Send, SendOptions, TestResponse } from '#kit/send.ts';
import type { EndpointEntry } from '#lib/definitions.ts';
import { discoverEndpoints } from '#lib/endpoints.ts';
import { type GoodRequest, goodRequest } from './good-requests.ts';

export const catalogue = await discoverEndpoints();

/** Entries with their ids, as `describe.each` wants them. */
export const withIds = (entries: readonly EndpointEntry[]) =>
  entries.map((entry) => [entry.id, entry] as const);

/** An id that nothing has. */
export const unknownId = '01k9zzzzzz00000000000000000000000000';

/** What a request differs in from one that the endpoint accepts. */
interface Difference {
  item?: string;
  version?: string;
  slash?: boolean;
  /** Further parameters. */
  query?: Readonly<Record<string, string>>;
  /** A parameter that is sent in bytes which are no UTF-8. */
  unreadable?: string;
  /** What is sent in place of the body, and further headers. */
  sent?: (good: GoodRequest) => Pick<SendOptions, 'headers' | 'form' | 'body'>;
}

/** An answer, and whether it is the one that the endpoint gives to what it accepts. */
export interface ContractResponse extends TestResponse {
  accepted: boolean;
}

/** Sends an endpoint a request that it accepts, but for the difference. */
export type Ask = (
  entry: EndpointEntry,
  token: string | undefined,
  difference?: Difference,
) => Promise<ContractResponse>;

/** Asks endpoints about what belongs to whom `asOwner` speaks for. */
export function askAbout(asOwner: Send): Ask {
  return async (entry, token, { item, version, slash, query, unreadable, sent } = {}) => {
    const { host, method, versions } = entry.endpoint;
    const good = await goodRequest(entry, asOwner, item);
    const { item: made, query: known, status, ...content } = good;
    const path = buildPath(entry, version ?? versions[0], made, slash);
    const search = searchOf({ ...known, ...query }, unreadable);
    const different = sent?.(good) ?? content;
    const answer = await call(method, search ? `${path}?${search}` : path, {
      ...different,
      host,
      token,
      headers: { ...good.headers, ...different.headers },
    });
    const accepted = status === undefined ? answer.status < 300 : answer.status === status;
    return { ...answer, accepted };
  };
}

function searchOf(query: Readonly<Record<string, string>>, unreadable: string | undefined): string {
  if (unreadable === undefined) return String(new URLSearchParams(query));
  const { [unreadable]: _, ...others } = query;
  return `${new URLSearchParams(others)}&${encodeURIComponent(unreadable)}=x%FF`;
}

/** The path of an endpoint with its parameter filled in. */
export function buildPath(
  { endpoint }: EndpointEntry,
  version: string,
  item = unknownId,
  slash = true,
): string {
  const path = `/${version}${endpoint.path.replace(/\{\w+\}/, item)}`;
  return slash ? path : path.replace(/\/$/, '');
}
