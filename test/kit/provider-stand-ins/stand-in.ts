import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from '#lib/local/host/listen.ts';
import type { StandInGrants, TokenPolicy } from './grants.ts';

/** A workout as every stand-in keeps it; each presents it in the shape of its provider. */
export interface StandInWorkout {
  id: string;
  /** The start in UTC, as ISO 8601 with `Z`. */
  start: string;
  /** Seconds east of UTC. */
  offset: number;
  /** Seconds. */
  duration: number;
  /** The sport in the provider's words. */
  sport: string;
  /** Kilocalories. */
  energy?: number;
  /** Meters. */
  distance?: number;
  avg_heart_rate?: number;
  max_heart_rate?: number;
  device?: string;
  /** The provider's word for where it came from. */
  source?: string;
  /** The file that it was recorded in, or the status of the response instead. */
  file?: Uint8Array | number;
  /** Milliseconds since 1970, when it was created or changed last. */
  changed: number;
}

/** A request to a stand-in. The first segment of the path is the provider's host. */
export interface StandInRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  form: URLSearchParams;
  json: unknown;
  authorization: string | undefined;
}

export interface StandInResponse {
  status: number;
  headers?: Record<string, string>;
  /** Bytes are sent as they are, and any other object as JSON. */
  body?: unknown;
}

/**
 * The failure of one call. A `refused` call gets no response. A `lost` call is processed, but its
 * response never arrives.
 */
export type StandInFault =
  | 'server-error'
  | 'truncated'
  | 'lost'
  | 'refused'
  | 'rate-limit';

/** The state of a provider that tests change. */
export interface StandInState {
  /** Returns milliseconds since 1970 by the clock of the provider, which may differ from ours. */
  now: () => number;
  client: { client_id: string; client_secret: string };
  grants: StandInGrants;
  /** The workouts of each account by id. */
  workouts: Map<string, Map<string, StandInWorkout>>;
  /** The values of the body of each account by list, in the form of the provider. */
  measured: Map<string, Map<string, readonly object[]>>;
  /** The ids of accounts that are registered, for providers that require it. */
  registered: Set<string>;
  /** The largest page of a list, if it is smaller than that of the provider. */
  maxPageSize?: number;
}

export interface StandInBehavior {
  /** The hosts that it stands in for. */
  hosts: readonly string[];
  policy: TokenPolicy;
  /** The provider's word for a run. */
  run: string;
  /** Returns an id of a workout in the form of the provider. Defaults to the digits. */
  toId?: (number: number) => string;
  /** Responds to everything but the authorization request. */
  handle(request: StandInRequest, state: StandInState): StandInResponse;
  /** The path of the authorization page, with the host. Absent if there is none. */
  authorizePath?: string;
  /** Returns further parameters of a successful callback. */
  getCallbackParameters?(scopes: readonly string[]): Record<string, string>;
  /** The response to a call beyond the rate limit. */
  rateLimited: StandInResponse;
}

/** A stand-in with the controls of a test. */
export interface StandIn
  extends StandInState,
    Required<Pick<StandInBehavior, 'run' | 'toId'>> {
  /** Lets the next calls go wrong, in their order; `undefined` lets one succeed. */
  failNext(...faults: (StandInFault | undefined)[]): void;
  /** Lists the calls so far, as `GET host/path`. */
  calls: string[];
  /** Returns whether it stands in for the host of a request. */
  isFor(request: StandInRequest): boolean;
  /** Responds to a request over HTTP, with the next fault of `failNext`. */
  respond(request: StandInRequest, response: ServerResponse): void;
  /** Processes a call in this process, with a fault or without. */
  handleCall(request: StandInRequest, fault?: StandInFault): StandInResponse;
}

/** Creates the stand-in of a provider. */
export function createStandIn(behavior: StandInBehavior, state: StandInState): StandIn {
  const faults: (StandInFault | undefined)[] = [];
  const calls: string[] = [];
  return {
    ...state,
    run: behavior.run,
    toId: behavior.toId ?? String,
    calls,
    failNext: (...newFaults) => void faults.push(...newFaults),
    handleCall: (request, fault) =>
      applyFault(behavior, () => behavior.handle(request, state), fault),
    isFor: ({ path }) => behavior.hosts.some((host) => path.startsWith(`${host}/`)),
    respond(request, response) {
      calls.push(`${request.method} ${request.path}`);
      response.setHeader('Date', new Date(state.now()).toUTCString());
      if (request.path === behavior.authorizePath) {
        send(response, authorize(request, behavior, state));
        return;
      }
      const fault = faults.shift();
      if (fault === 'refused') response.socket?.destroy();
      else
        sendWithFault(response, behavior, () => behavior.handle(request, state), fault);
    },
  };
}

/**
 * Serves stand-ins and returns the address for `PROVIDER_GATEWAY`. Disposing `disposables` stops
 * them.
 */
export async function serveStandIns(
  standIns: readonly StandIn[],
  disposables: AsyncDisposableStack,
): Promise<string> {
  const server = await listen('127.0.0.1', 0, disposables);
  server.handleWith(async (incoming, response) => {
    const request = await readStandInRequest(incoming);
    const standIn = standIns.find(({ isFor }) => isFor(request));
    if (standIn) standIn.respond(request, response);
    else send(response, { status: 404 });
  });
  return server.url;
}

async function readStandInRequest(incoming: IncomingMessage): Promise<StandInRequest> {
  const { method = 'GET', url = '/', headers } = incoming;
  const { pathname, searchParams } = new URL(url, 'http://stand-in');
  const body = await text(incoming);
  const isJson = headers['content-type']?.includes('json') ?? false;
  return {
    method,
    path: pathname.slice(1),
    query: searchParams,
    form: new URLSearchParams(isJson ? '' : body),
    json: isJson ? JSON.parse(body) : undefined,
    authorization: headers.authorization,
  };
}

function sendWithFault(
  response: ServerResponse,
  behavior: StandInBehavior,
  handle: () => StandInResponse,
  fault: StandInFault | undefined,
): void {
  const handled = applyFault(behavior, handle, fault);
  if (fault === 'lost') response.socket?.destroy();
  else send(response, handled);
}

function applyFault(
  { rateLimited }: StandInBehavior,
  handle: () => StandInResponse,
  fault: StandInFault | undefined,
): StandInResponse {
  if (fault === 'server-error') return { status: 503, body: '<html>' };
  if (fault === 'rate-limit') return rateLimited;

  const handled = handle();
  if (fault !== 'truncated') return handled;
  if (handled.body instanceof Uint8Array)
    return { ...handled, body: handled.body.subarray(0, handled.body.length / 2) };
  const body = JSON.stringify(handled.body ?? {});
  return { ...handled, body: body.slice(0, Math.floor(body.length / 2)) };
}

function send(
  response: ServerResponse,
  { status, headers = {}, body }: StandInResponse,
): void {
  const isBytes = body instanceof Uint8Array;
  const isText = typeof body === 'string' || body === undefined;
  const type = isText ? 'text/html' : 'application/json';
  response.writeHead(status, { 'Content-Type': type, ...headers });
  response.end(isText || isBytes ? body : JSON.stringify(body));
}

const page = `<!doctype html><html lang="en"><title>Provider</title><h1>Provider</h1>
<form method="post"><input name="account" value="1">
<input name="scope"><button name="decision" value="allow">Allow</button>
<button name="decision" value="deny">Deny</button></form></html>`;

/** Shows the consent page of the provider, or redirects with the decision. */
function authorize(
  { method, query, form }: StandInRequest,
  { getCallbackParameters }: StandInBehavior,
  { grants, client }: StandInState,
): StandInResponse {
  if (query.get('client_id') !== client.client_id) return { status: 400, body: 'client' };
  if (method === 'GET') return { status: 200, body: page };

  const redirect_uri = query.get('redirect_uri') ?? '';
  const location = new URL(redirect_uri);
  location.searchParams.set('state', query.get('state') ?? '');
  if (form.get('decision') !== 'allow') {
    location.searchParams.set('error', 'access_denied');
    return { status: 303, headers: { Location: location.href } };
  }
  // The field names the scopes that the person grants. It is empty for all requested scopes.
  const scope = form.get('scope') || (query.get('scope') ?? '');
  const scopes = scope.split(/[\s,]+/).filter(Boolean);
  const account = form.get('account') || '1';
  const code_challenge = query.get('code_challenge') ?? undefined;
  const code = grants.issueCode({ account, scopes, redirect_uri, code_challenge });
  const parameters = { code, ...getCallbackParameters?.(scopes) };
  for (const [name, value] of Object.entries(parameters)) {
    location.searchParams.set(name, value);
  }
  return { status: 303, headers: { Location: location.href } };
}

/** Returns the workouts of an account, in the order of their starts. */
export function listAccountWorkouts(
  { workouts }: StandInState,
  account: string,
): StandInWorkout[] {
  const all = [...(workouts.get(account)?.values() ?? [])];
  return all.sort((one, other) => one.start.localeCompare(other.start));
}

/** Returns the values of the body in a list of an account. */
export function listMeasured(
  { measured }: StandInState,
  account: string,
  list: string,
): readonly object[] {
  return measured.get(account)?.get(list) ?? [];
}

/** Returns the token in a `Bearer` header. */
export function getBearer({ authorization = '' }: StandInRequest): string {
  return authorization.replace(/^Bearer /, '');
}
