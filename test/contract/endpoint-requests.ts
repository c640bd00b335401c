import { needsApplicationToken } from '#kit/application-endpoints.ts';
import { call } from '#kit/call.ts';
import {
  issueClientToken,
  issueUserToken,
  newPerson,
  type TestPerson,
} from '#kit/fixtures.ts';
import type { Send, SendOptions, TestResponse } from '#kit/send.ts';
import { discoverEndpoints, type EndpointEntry } from '#lib/endpoints.ts';
import { getErrorShape } from '#shared/contract/endpoint.ts';
import { fullScope } from '#shared/contract/scopes.ts';
import { buildPath, listPlaceholders } from './endpoint-path.ts';
import { createRejection } from './rejection.ts';
import {
  buildValidRequest,
  describeOrigin,
  type ValidRequest,
} from './valid-requests.ts';

/** All endpoints but that of assistants, whose protocol has tests of its own. */
export const endpoints = (await discoverEndpoints()).filter(
  ({ endpoint }) => endpoint.host !== 'mcp',
);

/** Returns the rows of `describe.each`: each endpoint after its id. */
export const withIds = (entries: readonly EndpointEntry[]) =>
  entries.map((entry) => [entry.id, entry] as const);

function describeKind({ endpoint }: EndpointEntry): string {
  return `${endpoint.host} ${endpoint.auth} ${getErrorShape(endpoint)}`;
}

/**
 * Selects the first endpoint of each kind: of each host, kind of token and shape of errors. One
 * pipeline serves all endpoints (shared/http/serve.ts), and knows no more of them before their
 * handler.
 */
export function selectOneOfEachKind(
  entries: readonly EndpointEntry[],
): readonly EndpointEntry[] {
  const kinds = Map.groupBy(entries, describeKind);
  return [...kinds.values()].flatMap((group) => group.slice(0, 1));
}

/** The differences from a valid request. */
interface RequestChange {
  /** The id of the item. The endpoint must reject the request because of this id or the token. */
  item?: string;
  version?: string;
  /** Whether the path ends in a slash. Defaults to true. */
  slash?: boolean;
  /** Further parameters of the query. */
  query?: Readonly<Record<string, string>>;
  /** A parameter whose value is sent as bytes that are not UTF-8. */
  notUtf8?: string;
  /** Returns what replaces the body, and further headers. */
  replaceBody?: (valid: ValidRequest) => Pick<SendOptions, 'headers' | 'form' | 'body'>;
}

/** A response to a valid request, or to one that was changed. */
export interface EndpointResponse extends TestResponse {
  /** Throws an error unless the status is that of the response to a valid request. */
  requireAccepted(): void;
}

/** Sends an endpoint its valid request with a change. */
type SendToEndpoint = (
  entry: EndpointEntry,
  token: string | undefined,
  change?: RequestChange,
) => Promise<EndpointResponse>;

/**
 * A new user with an application, and the requests that are sent as this user or about the items of
 * this user.
 */
export interface Owner {
  person: TestPerson;
  /** Returns the token with all scopes that an endpoint needs. */
  getToken(entry: EndpointEntry): string;
  /** Sends a request with the token that its path needs, unless its options have another one. */
  send: Send;
  /** Sends endpoints requests about items of the user. */
  sendTo: SendToEndpoint;
}

/**
 * Creates a user and an application who own the items of the requests of a test file. All requests
 * are sent with `send`.
 */
export async function newOwner(send: Send = call): Promise<Owner> {
  const person = await newPerson();
  const userToken = await issueUserToken(
    person,
    undefined,
    `${fullScope} measurements.write openid`,
  );
  const applicationToken = await issueClientToken();
  const pickToken = (isOfApplication: boolean) =>
    isOfApplication ? applicationToken : userToken;
  const asOwner: Send = (method, path, options) => {
    const token = pickToken(needsApplicationToken(path));
    return send(method, path, { token, ...options });
  };
  return {
    person,
    getToken: ({ endpoint }) => pickToken(endpoint.auth === 'application'),
    send: asOwner,
    sendTo: createEndpointSender(send, asOwner),
  };
}

/** Creates the function that sends requests about the items of the user who sends `asOwner`. */
function createEndpointSender(send: Send, asOwner: Send): SendToEndpoint {
  const reusable = new Map<string, Promise<ValidRequest>>();

  /**
   * Returns a valid request. One that reads, or that is rejected because of a given item, changes
   * nothing, so it can be sent any number of times.
   */
  function getValidRequest(entry: EndpointEntry, item?: string): Promise<ValidRequest> {
    const isRead = entry.endpoint.method === 'GET';
    if (item === undefined && !isRead) return buildValidRequest(entry, asOwner);
    const key = `${entry.id} ${item === undefined ? 'valid' : 'rejected'}`;
    const request = reusable.get(key) ?? buildValidRequest(entry, asOwner, item);
    reusable.set(key, request);
    return request;
  }

  return async (
    entry,
    token,
    { item, version, slash, query, notUtf8, replaceBody } = {},
  ) => {
    const { host, method, versions } = entry.endpoint;
    const valid = await getValidRequest(entry, item);
    const { item: validItem, query: validQuery, status, ...content } = valid;

    const path = buildPath(entry, version ?? versions[0], item ?? validItem, slash);
    const search = buildQuery({ ...validQuery, ...query }, notUtf8);
    const changed = replaceBody?.(valid) ?? content;
    const response = await send(method, search ? `${path}?${search}` : path, {
      ...changed,
      host,
      token,
      headers: { ...valid.headers, ...changed.headers },
    });

    const requireAccepted = () => {
      const isAccepted =
        status === undefined ? response.status < 300 : response.status === status;
      const sent = { method, path, content: changed, origin: describeOrigin(entry) };
      if (!isAccepted) throw createRejection(sent, response);
    };
    return { ...response, requireAccepted };
  };
}

function buildQuery(
  query: Readonly<Record<string, string>>,
  notUtf8: string | undefined,
): string {
  if (notUtf8 === undefined) return String(new URLSearchParams(query));
  const { [notUtf8]: _, ...others } = query;
  return `${new URLSearchParams(others)}&${encodeURIComponent(notUtf8)}=x%FF`;
}

/** Returns whether the path of an endpoint names an item, and not only the user. */
export function hasItemOfUser(entry: EndpointEntry): boolean {
  const isBelowUser = entry.endpoint.path.startsWith('/user/{id}/');
  return listPlaceholders(entry).length > (isBelowUser ? 1 : 0);
}
