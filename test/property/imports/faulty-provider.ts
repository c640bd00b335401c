import { toCallResult, toStandInRequest } from '#kit/provider-stand-ins/call.ts';
import type {
  StandIn,
  StandInRequest,
  StandInResponse,
} from '#kit/provider-stand-ins/stand-in.ts';
import type { Random } from '#kit/random.ts';
import type { CallRequest, OutgoingCall } from '#shared/outgoing/outgoing.ts';
import { failure } from '#shared/runtime/result.ts';
import { ProcessEnded } from '../provider-account.ts';

/** The calls of a sync: for a list, for one workout, for tokens, and all others. */
export type CallKind = 'list' | 'single' | 'token' | 'other';

/** A response that a proxy gives in place of the provider. */
const proxyResponses = {
  'html 200': { status: 200, body: '<html><h1>Welcome</h1></html>' },
  'html 302': { status: 302, body: '<html>' },
  'html 400': { status: 400, body: '<html>' },
  'html 401': { status: 401, body: '<html>' },
  'html 403': { status: 403, body: '<html>' },
  'html 404': { status: 404, body: '<html>' },
  'html 410': { status: 410, body: '<html>' },
  'empty 200': { status: 200, body: '' },
  'empty 400': { status: 400, body: '' },
  'empty 401': { status: 401, body: '' },
  'empty 403': { status: 403, body: '' },
  'empty 404': { status: 404, body: '' },
  'json 400': { status: 400, body: { status: 400, error: 'Bad Request' } },
  'json 401': { status: 401, body: { message: 'Unauthorized' } },
  'json 403': { status: 403, body: { message: 'Forbidden' } },
  'json 404': { status: 404, body: { message: 'Not Found' } },
  'error 401': { status: 401, body: { status: 401, error: 'Unauthorized' } },
  'error 403': { status: 403, body: { status: 403, error: 'Forbidden' } },
  'error 404': { status: 404, body: { status: 404, error: 'Not Found' } },
  'empty object': { status: 200, body: {} },
  unavailable: { status: 503, body: '<html>' },
  'bad gateway': { status: 502, body: { message: 'Bad Gateway' } },
} as const satisfies Record<string, StandInResponse>;

/** Faults in which the provider processes the call, or at least responds in its own format. */
const providerFaults = [
  'rate limit',
  'refused',
  'slow',
  'lost',
  'cut',
  'empty list',
  'incomplete list',
  'garbled item',
  'killed',
] as const;

type ProxyFault = keyof typeof proxyResponses;
export type ImportFault = ProxyFault | (typeof providerFaults)[number];

export const importFaults: readonly ImportFault[] = [
  ...(Object.keys(proxyResponses) as ProxyFault[]),
  ...providerFaults,
];

/** The responses of a proxy in JSON that refuse access to an account. */
export const refusals: readonly ImportFault[] = [
  'json 401',
  'json 403',
  'error 401',
  'error 403',
];

/** The responses of a proxy in JSON that deny that something exists. */
export const denials: readonly ImportFault[] = ['json 404', 'error 404'];

/** A time in which calls go wrong. */
export interface Outage {
  /** Milliseconds since 1970. */
  from: number;
  to: number;
  faults: readonly ImportFault[];
  calls: readonly CallKind[];
  /** The part of the calls that go wrong. */
  probability: number;
}

/** A provider whose calls go wrong in the outages. */
export interface FaultyProvider {
  send: OutgoingCall;
  /** Whether tokens of the provider were lost on their way to us. */
  hasLostTokens: boolean;
  /** When a proxy first refused access since the last complete sync, and when it last did. */
  refusals: { first: number; last: number } | undefined;
}

/** The facts on which the calls depend. */
interface FaultyCalls {
  standIn: StandIn;
  clock: { now: number };
  random: Random;
  outages: readonly Outage[];
  /** Whether the provider's own denials look like those of a proxy in JSON. */
  isUndocumented: boolean;
  /** Called after each page of a list, so that the account can change between two pages. */
  onListed(): void;
}

/** The milliseconds for which we wait for a response. */
const timeoutMs = 10_000;

export function createFaultyProvider(calls: FaultyCalls): FaultyProvider {
  const { standIn, clock, random, onListed } = calls;
  const provider: FaultyProvider = { send, hasLostTokens: false, refusals: undefined };

  async function send(request: CallRequest) {
    const sent = toStandInRequest(request);
    const kind = getCallKind(sent);
    const fault = findFault(calls, kind);
    if (fault === 'refused') return failure({ kind: 'unreachable' } as const);
    if (fault === 'slow' || fault === 'lost') {
      clock.now += timeoutMs;
      if (fault === 'lost') loseResponse(kind, sent);
      return failure({ kind: 'timeout' } as const);
    }
    if (fault === 'killed') {
      loseResponse(kind, sent);
      throw new ProcessEnded();
    }
    if (fault === 'rate limit') {
      return toCallResult(standIn.handleCall(sent, 'rate-limit'));
    }
    if (fault !== undefined && refusals.includes(fault)) {
      const { now } = clock;
      provider.refusals = { first: now, ...provider.refusals, last: now };
    }
    if (fault !== undefined && fault in proxyResponses) {
      return toCallResult(proxyResponses[fault as ProxyFault]);
    }
    if (fault === 'cut' && kind === 'token') provider.hasLostTokens = true;
    const response = standIn.handleCall(sent, fault === 'cut' ? 'truncated' : undefined);
    if (kind !== 'list') return toCallResult(response);
    const listed = garbleList(response, fault, random);
    onListed();
    return toCallResult(listed);
  }

  /** Lets the provider process a call whose response does not arrive. */
  function loseResponse(kind: CallKind, request: StandInRequest): void {
    standIn.handleCall(request);
    if (kind === 'token') provider.hasLostTokens = true;
  }

  return provider;
}

function findFault(
  { clock, random, outages, isUndocumented }: FaultyCalls,
  kind: CallKind,
): ImportFault | undefined {
  const { now } = clock;
  const outage = outages.find(
    ({ from, to, calls }) => from <= now && now < to && calls.includes(kind),
  );
  if (!outage || !random.chance(outage.probability)) return undefined;
  const fault = random.pick(outage.faults);
  // This looks like the provider's own word that a workout was deleted.
  const isOwnWord = isUndocumented && kind === 'single' && denials.includes(fault);
  return isOwnWord ? undefined : fault;
}

function getCallKind({ path, form }: StandInRequest): CallKind {
  if (/oauth2?(\/oauth2|\.googleapis\.com)?\/token$|\/v2\/oauth2$/.test(path))
    return 'token';
  const isWithings = form.get('action') === 'getworkouts';
  const lists =
    /\/athlete\/(0\/)?activities$|\/v3\/exercises$|\/activity\/workout$|\/dataPoints$/;
  if (isWithings || lists.test(path)) return 'list';
  const single = /\/activities\/[^/]+$|\/exercises\/[^/]+$|\/activity\/workout\/[^/]+$/;
  return single.test(path) ? 'single' : 'other';
}

/** Returns a list without its items, without some of them, or with one that cannot be read. */
function garbleList(
  response: StandInResponse,
  fault: ImportFault | undefined,
  random: Random,
): StandInResponse {
  const { body } = response;
  const items = findItems(body);
  if (!items) return response;
  if (fault === 'empty list') items.length = 0;
  if (fault === 'incomplete list') items.splice(random.integer(0, items.length), 2);
  if (fault === 'garbled item' && items.length > 0) {
    const index = random.integer(0, items.length - 1);
    const named = { id: undefined, name: undefined, ...(items[index] as object) };
    const { id, name } = named;
    items[index] = random.chance(0.7) ? { id, name } : { oops: true };
  }
  return response;
}

/** Returns the items of a list in the format of any of the providers. */
function findItems(body: unknown): unknown[] | undefined {
  if (Array.isArray(body)) return body;
  if (typeof body !== 'object' || body === null) return undefined;
  if ('records' in body) return findItems(body.records);
  if ('series' in body) return findItems(body.series);
  if ('dataPoints' in body) return findItems(body.dataPoints);
  return 'body' in body ? findItems(body.body) : undefined;
}
