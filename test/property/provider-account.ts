import { randomInt } from 'node:crypto';
import { toCallResult, toStandInRequest } from '#kit/provider-stand-ins/call.ts';
import { connectAtStandIn } from '#kit/provider-stand-ins/connect.ts';
import type {
  StandIn,
  StandInFault,
  StandInWorkout,
} from '#kit/provider-stand-ins/stand-in.ts';
import { createProviderStandIn } from '#kit/provider-stand-ins/start.ts';
import type { CallRequest, OutgoingCall } from '#shared/outgoing/outgoing.ts';
import { failure } from '#shared/runtime/result.ts';

/** `killed` ends the process after the provider has processed it. */
export type CallFault = StandInFault | 'killed';

/** Stands for the end of a process, so the service must not catch it. */
export class ProcessEnded extends Error {}

/** The providers of the test: one with webhooks that name a workout, one without. */
export const providerTypes = ['whoop', 'google_health'] as const;
export type ProviderType = (typeof providerTypes)[number];

/** The difference of each provider's clock from ours. */
const skewMs: Readonly<Record<ProviderType, number>> = {
  whoop: 600_000,
  google_health: -600_000,
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
    failNext: (newFaults) => {
      faults = [...newFaults];
    },
    connect: (user_id) =>
      connectAtStandIn(standIn, { user_id, type, account, now: now() }),
  };
}

function send(standIn: StandIn, request: CallRequest, fault: CallFault | undefined) {
  if (fault === 'refused') return failure({ kind: 'unreachable' } as const);

  const sent = toStandInRequest(request);
  const response = standIn.handleCall(sent, fault === 'killed' ? undefined : fault);
  if (fault === 'killed') throw new ProcessEnded();
  if (fault === 'lost') return failure({ kind: 'timeout' } as const);
  return toCallResult(response);
}
