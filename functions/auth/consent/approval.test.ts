import { describe, expect, it } from 'vitest';
import {
  newClient,
  newPerson,
  newUser,
  type TestPerson,
  type TestUser,
  table,
} from '#kit/fixtures.ts';
import { overtakenTable } from '#kit/overtaken.ts';
import { parseToken } from '#shared/auth/tokens.ts';
import { serviceError } from '#shared/errors/errors.ts';
import type { Table } from '#shared/table/table.ts';
import * as authorizationRequests from '../authorization-request/authorization-request.store.ts';
import type { AuthorizationRequest } from '../authorization-request/authorization-request.ts';
import * as clients from '../client/client.store.ts';
import * as grants from '../grant/grant.store.ts';
import * as revocations from '../grant/revocation.store.ts';
import * as identities from '../identity/identity.store.ts';
import * as sessions from '../session/session.store.ts';
import { type Approver, approveRequest } from './approval.ts';
import { canSkipConsent } from './remembered-consent.ts';

const now = new Date();

/** A request that waits for an answer in one browser. */
async function newRequest() {
  const { client_id, name, redirect_uri } = await newClient();
  const opening = { client_id, application_name: name, redirect_uri, native: false };
  const id = await authorizationRequests.create(table(), opening, 'secret', now);
  const request = await authorizationRequests.find(table(), id, 'secret');
  if (!request) throw new Error('the request was not kept');
  return request;
}

async function signedIn(person: TestPerson): Promise<Approver> {
  return { cookie: await sessions.start(table(), person, now), session: person };
}

const fail = serviceError;
const approveIn = (
  store: Table,
  request: AuthorizationRequest,
  approver: Approver,
  stillHolds?: () => Promise<boolean>,
) => approveRequest({ table: store, now, fail }, request, approver, stillHolds);
const liveGrantsOf = async ({ user_id }: TestPerson) =>
  (await grants.listByUser(table(), user_id)).filter(({ revoked_at }) => revoked_at === undefined);

describe('a request that several people answer at once in one browser', () => {
  it('CN-05 gives one code, or none where the answer that counts is no (A7, A12, RFC 9700 4.7)', async () => {
    const people = await Promise.all([newPerson(), newPerson(), newPerson()]);
    const [request, ...approvers] = await Promise.all([newRequest(), ...people.map(signedIn)]);
    const refusal = { decision: 'refuse', user_id: people[0].user_id } as const;
    const [refused, ...answers] = await Promise.all([
      authorizationRequests.decide(table(), request.id, refusal, now),
      ...approvers.map((approver) => approveIn(table(), request, approver)),
    ]);
    const codes = answers.filter((answer) => typeof answer === 'object');
    expect(codes.length + Number(refused)).toBe(1);
    const granted = (await Promise.all(people.map(liveGrantsOf))).flat();
    expect(granted).toHaveLength(codes.length);
  });
});

describe('an approval that was interrupted before its grant was written', () => {
  it('grants nothing, and is completed by a repeat of the same person, once (A7)', async () => {
    const [person, other, request] = await Promise.all([newPerson(), newPerson(), newRequest()]);
    const { user_id } = person;
    await authorizationRequests.decide(table(), request.id, { decision: 'allow', user_id }, now);
    const [own, foreign] = await Promise.all([signedIn(person), signedIn(other)]);
    expect(await approveIn(table(), request, foreign)).toBe('answered');
    const no = { decision: 'refuse', user_id } as const;
    expect(await authorizationRequests.decide(table(), request.id, no, now)).toBe(false);
    expect(await liveGrantsOf(person)).toEqual([]);
    const repeats = await Promise.all([1, 2, 3].map(() => approveIn(table(), request, own)));
    expect(repeats.filter((answer) => answer === 'answered')).toHaveLength(2);
    expect(await liveGrantsOf(person)).toHaveLength(1);
  });
});

const moments = ['before its put', 'after its put'] as const;

describe('an approval', () => {
  const ends = [
    ['the end of the account', ({ email }) => identities.disable(table(), email, now)],
    [
      'a change of password that ends all',
      async ({ user_id }) => {
        await sessions.endAllOfUser(table(), user_id);
        await revocations.revokeAllOfUser(table(), user_id, now);
      },
    ],
  ] satisfies [string, (user: TestUser) => Promise<unknown>][];

  it.each(moments.flatMap((moment) => ends.map(([name, end]) => [name, moment, end] as const)))(
    'AC-20, RT-21 leaves nothing granted where %s overtakes it, %s (A9, A14)',
    async (_, moment, end) => {
      const [user, request] = await Promise.all([newUser(), newRequest()]);
      const approver = await signedIn(user);
      const overtaken = overtakenTable(moment, () => end(user));
      expect(await approveIn(overtaken, request, approver)).toBe('signed_out');
      expect(await liveGrantsOf(user)).toEqual([]);
    },
  );
});

type Approval = (store: Table) => ReturnType<typeof approveRequest>;

describe('an approval of an application that is disabled', () => {
  it.each(moments)(
    'AZ-03 leaves nothing granted where that overtakes it, %s (A9, RFC 6749 4.1.2.1)',
    async (moment) => {
      const [person, request] = await Promise.all([newPerson(), newRequest()]);
      const approver = await signedIn(person);
      const overtaken = overtakenTable(moment, () =>
        clients.disable(table(), request.client_id, now),
      );
      await expect(approveIn(overtaken, request, approver)).rejects.toMatchObject({
        code: 'unknown_client',
      });
      expect(await liveGrantsOf(person)).toEqual([]);
    },
  );
});

describe('an approval of who is not asked again', () => {
  /** Somebody who has allowed an application, and comes with two further requests of it. */
  async function withFurther() {
    const [person, first] = await Promise.all([newPerson(), newRequest()]);
    const approver = await signedIn(person);
    const answer = await approveIn(table(), first, approver);
    const code = typeof answer === 'object' ? parseToken('code', answer.code) : undefined;
    if (!code) throw new Error('nothing was approved');
    await grants.redeem(table(), code, first, now);
    const requests = await Promise.all([newRequest(), newRequest()]);
    const approvals = requests.map((request) => {
      const further = { ...request, client_id: first.client_id };
      const remembered = () => canSkipConsent(table(), further, person.user_id, now);
      return {
        remembered,
        approve: (store: Table) => approveIn(store, further, approver, remembered),
      };
    });
    for (const { remembered } of approvals) expect(await remembered()).toBe(true);
    const [approveAgain, approveToo] = approvals.map(({ approve }) => approve) as [
      Approval,
      Approval,
    ];
    const remove = (store: Table) =>
      revocations.revokeAllOfUserAndClient(store, person.user_id, first.client_id, now);
    return { person, approveAgain, approveToo, remove };
  }

  it.each(moments)(
    'CN-14 leaves nothing granted where the removal overtakes it, %s (A13, RFC 6749 1.5)',
    async (moment) => {
      const { person, approveAgain, remove } = await withFurther();
      expect(await approveAgain(overtakenTable(moment, () => remove(table())))).toBe('answered');
      expect(await liveGrantsOf(person)).toEqual([]);
    },
  );

  it('CN-14 is found by the removal that it overtakes (A13)', async () => {
    const { person, approveAgain, remove } = await withFurther();
    const ended = await remove(overtakenTable('after its query', () => approveAgain(table())));
    expect(ended).toBe(2);
    expect(await liveGrantsOf(person)).toEqual([]);
  });

  it('CN-14 rests on no other that is under way (A13)', async () => {
    const { person, approveAgain, approveToo, remove } = await withFurther();
    await remove(table());
    const first = await approveAgain(
      overtakenTable('after its put', async () =>
        expect(await approveToo(table())).toBe('answered'),
      ),
    );
    expect(first).toBe('answered');
    expect(await liveGrantsOf(person)).toEqual([]);
  });
});
