import { randomInt } from 'node:crypto';
import type {
  StandIn,
  StandInFault,
  StandInWorkout,
} from '#kit/provider-stand-ins/stand-in.ts';
import { createProviderStandIn } from '#kit/provider-stand-ins/start.ts';
import { addRemoteConnection } from '#kit/remote-connections.ts';
import type { CallRequest, OutgoingCall } from '#shared/outgoing/outgoing.ts';
import { failure, success } from '#shared/runtime/result.ts';

/** What goes wrong with a call. `killed` ends the process after the provider has processed it. */
export type CallFault = StandInFault | 'killed';

/** The end of a process, which no code catches. */
export class ProcessEnded extends Error {}

/** The providers of the test: one with webhooks that name a workout, one without. */
export const providerTypes = ['whoop', 'google_health'] as const;
export type ProviderType = (typeof providerTypes)[number];

/** How far the clock of each provider differs from ours. */
const skewMs: Readonly<Record<ProviderType, number>> = {
  whoop: 600_000,
  google_health: -600_000,
};

const scopes: Readonly<Record<ProviderType, readonly string[]>> = {
  whoop: ['offline', 'read:workout', 'read:profile'],
  google_health: [
    'https://www.googleapis.com/auth/googlehealth.activity_and_fitness.readonly',
  ],
};

/** A person's account at a provider that runs in this process. */
export interface AccountAtStandIn {
  type: ProviderType;
  workouts: Map<string, StandInWorkout>;
  send: OutgoingCall;
  /** Lets the next calls go wrong, in their order. */
  failNext(faults: readonly (CallFault | undefined)[]): void;
  /** Connects the account, or connects it again. Returns the id of the connection. */
  connect(user_id: string): Promise<string>;
}

/** Opens a new account. `now` returns milliseconds since 1970 by our clock. */
export function openAccount(type: ProviderType, now: () => number): AccountAtStandIn {
  const account = String(randomInt(2 ** 47));
  const standIn = createProviderStandIn(type, () => now() + skewMs[type]);
  const workouts = new Map<string, StandInWorkout>();
  standIn.workouts.set(account, workouts);
  let faults: (CallFault | undefined)[] = [];
  return {
    type,
    workouts,
    send: async (request) => send(standIn, request, faults.shift()),
    failNext: (next) => {
      faults = [...next];
    },
    connect: (user_id) => connect(standIn, { type, account, user_id, now: now() }),
  };
}

interface Connecting {
  type: ProviderType;
  account: string;
  user_id: string;
  now: number;
}

async function connect(
  { grants, now: getProviderTime }: StandIn,
  { type, account, user_id, now }: Connecting,
): Promise<string> {
  const code = {
    account,
    scopes: scopes[type],
    redirect_uri: '',
    code_challenge: undefined,
  };
  const grant = grants.redeem(grants.issueCode(code), null, null);
  if (!grant) throw new Error('The stand-in has issued no tokens.');
  const { access_token, refresh_token, access_expires } = grant;
  const tokens = {
    access_token,
    refresh_token,
    expires_at: Math.floor((now + access_expires - getProviderTime()) / 1000),
  };
  const connection = { type, remote_id: account, ...tokens };
  return addRemoteConnection(user_id, connection, new Date(now));
}

function send(standIn: StandIn, request: CallRequest, fault: CallFault | undefined) {
  if (fault === 'refused') return failure({ kind: 'unreachable' } as const);

  const sent = toStandInRequest(request);
  const {
    status,
    body = '',
    headers = {},
  } = standIn.answer(sent, fault === 'killed' ? undefined : fault);
  if (fault === 'killed') throw new ProcessEnded();
  if (fault === 'lost') return failure({ kind: 'timeout' } as const);

  const values = new Headers(headers);
  const response = {
    status,
    text: typeof body === 'string' ? body : JSON.stringify(body),
    header: (name: string) => values.get(name) ?? undefined,
  };
  const isSuccess = status < 300;
  return isSuccess ? success(response) : failure({ kind: 'status', response } as const);
}

function toStandInRequest({ method, url, authorization, form }: CallRequest) {
  const { host, pathname, searchParams } = new URL(url);
  return {
    method,
    path: host + pathname,
    query: searchParams,
    form: new URLSearchParams({ ...form }),
    json: undefined,
    authorization,
  };
}
