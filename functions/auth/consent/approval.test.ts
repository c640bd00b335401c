import { describe, expect, it } from 'vitest';
import * as authorizationRequests from '#functions/auth/authorize/authorization.store.ts';
import type { AuthorizationRequest } from '#functions/auth/authorize/authorization.ts';
import * as clients from '#functions/auth/client/client.store.ts';
import { updateClient } from '#functions/auth/client/client-update.store.ts';
import * as grants from '#functions/auth/grant/grant.store.ts';
import { setOptedInTypes } from '#functions/auth/grant/opted-in-types.store.ts';
import * as revocations from '#functions/auth/grant/revocation.store.ts';
import { disableUser } from '#functions/auth/identity/change-access.ts';
import * as sessions from '#functions/auth/session/session.store.ts';
import {
  newClient,
  newPerson,
  newUser,
  type TestPerson,
  type TestUser,
  table,
} from '#kit/fixtures.ts';
import { createRacingTable } from '#kit/races.ts';
import { parseToken } from '#shared/auth/tokens.ts';
import { serviceError } from '#shared/errors/errors.ts';
import type { Table } from '#shared/table/table.ts';
import { type Approver, approveRequest } from './approval.ts';
import { findRememberedConsent, isSameConsent } from './remembered-consent.ts';

const now = new Date();

const alreadyDecided = { ok: false, error: 'already_decided' } as const;
const signedOut = { ok: false, error: 'signed_out' } as const;

/** Creates an authorization request that waits for a decision. */
async function newRequest() {
  const { client_id, name, redirect_uri } = await newClient();
  const fields = {
    client_id,
    application_name: name,
    redirect_uri,
    native: false,
    scope: 'read',
  };
  const id = await authorizationRequests.create(table(), fields, 'secret', now);
  const request = await authorizationRequests.find(table(), id, 'secret');
  if (!request) throw new Error('The authorization request was not stored.');
  return request;
}

async function signIn(person: TestPerson): Promise<Approver> {
  const sessionToken = await sessions.start(table(), person, now);
  const { user_id: id, username } = person;
  const session = { created_datetime: now.toISOString() };
  return { sessionToken, session, user: { id, username } };
}

const fail = serviceError;
const approveWith = (
  store: Table,
  request: AuthorizationRequest,
  approver: Approver,
  isStillAllowed?: () => Promise<boolean>,
  optedInTypes: readonly string[] = [],
) => {
  const context = { table: store, now, fail, optedInTypes };
  return approveRequest(context, request, approver, isStillAllowed);
};

async function listLiveGrants({ user_id }: TestPerson) {
  const userGrants = await grants.listByUser(table(), user_id);
  return userGrants.filter(({ revoked_at }) => revoked_at === undefined);
}

describe('a request on which several users decide at once in one browser', () => {
  it('yields at most one code, and no code after a denial', async () => {
    const people = await Promise.all([newPerson(), newPerson(), newPerson()]);
    const [request, ...approvers] = await Promise.all([
      newRequest(),
      ...people.map(signIn),
    ]);
    const denial = { decision: 'deny', user_id: people[0].user_id } as const;
    const [isDenied, ...approvals] = await Promise.all([
      authorizationRequests.decide(table(), request.id, denial, now),
      ...approvers.map((approver) => approveWith(table(), request, approver)),
    ]);
    const codes = approvals.filter(({ ok }) => ok);
    // Exactly one of the four decisions counts.
    expect(codes.length + Number(isDenied)).toBe(1);
    const liveGrants = await Promise.all(people.map(listLiveGrants));
    expect(liveGrants.flat()).toHaveLength(codes.length);
  });
});

describe('an approval that was interrupted before the grant was written', () => {
  it('grants nothing, and can be completed once by the same user', async () => {
    const [person, otherPerson, request] = await Promise.all([
      newPerson(),
      newPerson(),
      newRequest(),
    ]);
    const { user_id } = person;
    await authorizationRequests.decide(
      table(),
      request.id,
      { decision: 'allow', user_id },
      now,
    );
    const [approver, otherApprover] = await Promise.all([
      signIn(person),
      signIn(otherPerson),
    ]);
    expect(await approveWith(table(), request, otherApprover)).toEqual(alreadyDecided);
    const denial = { decision: 'deny', user_id } as const;
    expect(await authorizationRequests.decide(table(), request.id, denial, now)).toBe(
      false,
    );
    expect(await listLiveGrants(person)).toEqual([]);
    const repeats = await Promise.all([
      approveWith(table(), request, approver),
      approveWith(table(), request, approver),
      approveWith(table(), request, approver),
    ]);
    expect(repeats.filter(({ ok }) => !ok)).toEqual([alreadyDecided, alreadyDecided]);
    expect(await listLiveGrants(person)).toHaveLength(1);
  });
});

it('a request whose redirect URI its client has given up grants nothing', async () => {
  const [request, person] = await Promise.all([newRequest(), newPerson()]);
  const redirect_uris = ['https://other.example/callback'];
  const change = { set: { redirect_uris }, remove: [] };
  await updateClient(table(), request.client_id, change);
  const approver = await signIn(person);
  await expect(approveWith(table(), request, approver)).rejects.toMatchObject({
    code: 'unregistered_redirect_uri',
  });
  expect(await listLiveGrants(person)).toEqual([]);
});

const moments = [
  { moment: 'before its put', when: 'just before the grant is stored' },
  { moment: 'after its put', when: 'just after the grant is stored' },
] as const;

describe('an approval', () => {
  const events = [
    {
      name: 'the user is disabled',
      change: ({ user_id }: TestUser) => disableUser(table(), user_id, now),
    },
    {
      name: 'a password change ends all access',
      change: async ({ user_id }: TestUser) => {
        await sessions.endAllOfUser(table(), user_id);
        await revocations.revokeAllOfUser(table(), user_id, now);
      },
    },
  ];
  const cases = moments.flatMap((moment) =>
    events.map((event) => ({ ...moment, ...event })),
  );

  it.each(cases)('leaves no grant if $name $when', async ({ moment, change }) => {
    const [user, request] = await Promise.all([newUser(), newRequest()]);
    const approver = await signIn(user);
    const racingTable = createRacingTable(moment, () => change(user));
    expect(await approveWith(racingTable, request, approver)).toEqual(signedOut);
    expect(await listLiveGrants(user)).toEqual([]);
  });

  it.each(moments)(
    'leaves no grant if the client is disabled $when',
    async ({ moment }) => {
      const [person, request] = await Promise.all([newPerson(), newRequest()]);
      const approver = await signIn(person);
      const racingTable = createRacingTable(moment, () =>
        clients.disable(table(), request.client_id, now),
      );
      await expect(approveWith(racingTable, request, approver)).rejects.toMatchObject({
        code: 'unknown_client',
      });
      expect(await listLiveGrants(person)).toEqual([]);
    },
  );
});

type Approval = (store: Table) => ReturnType<typeof approveRequest>;

describe('an approval without the consent page', () => {
  /** Creates a user who has allowed a client, and two later requests of the same client. */
  async function newConsentedUser() {
    const [person, firstRequest] = await Promise.all([newPerson(), newRequest()]);
    const { client_id } = firstRequest;
    const approver = await signIn(person);
    const approval = await approveWith(table(), firstRequest, approver, undefined, [
      'polar',
    ]);
    const code = approval.ok ? parseToken('code', approval.value.code) : undefined;
    if (!code) throw new Error('The first approval failed.');
    await grants.redeem(table(), code, firstRequest, now);

    const requests = await Promise.all([newRequest(), newRequest()]);
    const approvals = requests.map((request) => {
      const laterRequest = { ...request, client_id };
      const findConsent = () =>
        findRememberedConsent(table(), laterRequest, person.user_id, now);
      const approve = async (store: Table) => {
        const consent = await findConsent();
        if (!consent) return alreadyDecided;
        const isStillAllowed = async () => isSameConsent(consent, await findConsent());
        const { optedInTypes } = consent;
        return approveWith(store, laterRequest, approver, isStillAllowed, optedInTypes);
      };
      return { findConsent, approve };
    });
    for (const { findConsent } of approvals)
      expect(await findConsent()).toMatchObject({ optedInTypes: ['polar'] });

    const [approveSecond, approveThird] = approvals.map(({ approve }) => approve) as [
      Approval,
      Approval,
    ];
    const withdraw = (store: Table) =>
      revocations.revokeAllOfUserAndClient(store, person.user_id, client_id, now);
    const parties = { user_id: person.user_id, client_id };
    const choose = (store: Table, types: readonly string[]) =>
      setOptedInTypes(store, parties, types, now);
    return { person, approveSecond, approveThird, withdraw, choose };
  }

  it.each(moments)(
    'leaves no grant if consent is withdrawn $when',
    async ({ moment }) => {
      const { person, approveSecond, withdraw } = await newConsentedUser();
      const racingTable = createRacingTable(moment, () => withdraw(table()));
      expect(await approveSecond(racingTable)).toEqual(alreadyDecided);
      expect(await listLiveGrants(person)).toEqual([]);
    },
  );

  it('is revoked by a withdrawal that started before the approval', async () => {
    const { person, approveSecond, withdraw } = await newConsentedUser();
    const count = await withdraw(
      createRacingTable('after its query', () => approveSecond(table())),
    );
    // The grant of the first request, and the grant of this approval.
    expect(count).toBe(2);
    expect(await listLiveGrants(person)).toEqual([]);
  });

  const listChoices = async (person: TestPerson) =>
    (await listLiveGrants(person)).map(({ opted_in_types }) => opted_in_types);

  it('gives the grant the providers that the person has ticked', async () => {
    const { person, approveSecond } = await newConsentedUser();
    expect(await approveSecond(table())).toMatchObject({ ok: true });
    expect(await listChoices(person)).toEqual([['polar'], ['polar']]);
  });

  it.each(moments)(
    'leaves no grant with a choice that is changed $when',
    async ({ moment }) => {
      const { person, approveSecond, choose } = await newConsentedUser();
      const racingTable = createRacingTable(moment, () => choose(table(), []));
      expect(await approveSecond(racingTable)).toEqual(alreadyDecided);
      expect(await listChoices(person)).toEqual([[]]);
    },
  );

  it('gets the choice of a change that started before the approval', async () => {
    const { person, approveSecond, choose } = await newConsentedUser();
    const racingTable = createRacingTable('after its query', () =>
      approveSecond(table()),
    );
    await choose(racingTable, []);
    expect(await listChoices(person)).toEqual([[], []]);
  });

  it('does not count the unredeemed grant of a concurrent approval as consent', async () => {
    const { person, approveSecond, approveThird, withdraw } = await newConsentedUser();
    await withdraw(table());
    const racingTable = createRacingTable('after its put', async () =>
      expect(await approveThird(table())).toEqual(alreadyDecided),
    );
    expect(await approveSecond(racingTable)).toEqual(alreadyDecided);
    expect(await listLiveGrants(person)).toEqual([]);
  });
});
