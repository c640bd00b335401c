import { describe, expect, it } from 'vitest';
import { identityKeys } from '#functions/auth/identity/identity.keys.ts';
import {
  type SyncedConnection,
  toDueAttributes,
} from '#functions/connections/connection/sync-state.ts';
import { originKeys } from '#functions/diary/merging/origin.keys.ts';
import { workoutRecordKeys } from '#functions/diary/workout-import/workout-record.keys.ts';
import { newPerson, table } from '#kit/fixtures.ts';
import { importedRun, importWorkout } from '#kit/imported-workouts.ts';
import { addRemoteConnection } from '#kit/remote-connections.ts';
import { newId } from '#shared/runtime/ids.ts';
import { exists, isNew } from '#shared/table/condition.ts';
import {
  listConnections,
  newAccount,
  openCallback,
  startConnectService,
} from './connect-service.ts';

const { service, getNow, respondWithAccount, newSignedInBrowser, newProviderRequest } =
  await startConnectService();

describe('the account page of connections', () => {
  const getUrl = () => `${service.urls.auth}/v7.1/oauth2/account/connections/`;

  it('lists connections, starts an import at most once a minute, and disconnects', async () => {
    respondWithAccount(newAccount());
    const { browser, person } = await newSignedInBrowser();
    await openCallback(browser, await newProviderRequest(browser));
    const shown = await browser.open(getUrl());
    expect(shown.text).toContain(
      'Workouts are kept for 7 days after they were last read',
    );
    expect(shown.text).toContain(
      'Strava requires that its workouts and values are deleted',
    );
    expect(shown.text).not.toContain('value="disconnect"');
    expect(shown.text).toContain('<span class="badge">');

    const [connection] = await listConnections(person);
    const submit = (action: string) =>
      browser.submit({ connection: connection?.id ?? '', action });
    expect((await submit('sync')).text).toContain('The import has started');
    const refused = await submit('sync');
    expect(refused.text).toMatch(/<p class="error"[^>]*>[^<]*less than a minute ago/);
    expect((await submit('disconnect')).text).toContain('are being deleted');
    expect(await listConnections(person)).toEqual([]);
  });

  it('keeps the workouts of a provider that does not require their deletion', async () => {
    const { browser, person } = await newSignedInBrowser();
    const connection = await addRemoteConnection(person.user_id, { type: 'polar' });
    const { text } = await browser.open(getUrl());
    expect(text).toContain('aria-label="Disconnect Polar Flow"');
    // Only some providers have lists of all years.
    await browser.submit({ connection, action: 'import_all' });
    const [unchanged] = await listConnections(person);
    expect(unchanged).not.toHaveProperty('sync_history');
    const { text: left } = await browser.submit({ connection, action: 'disconnect' });
    expect(left).toContain('workouts and values stay');
  });

  it('says that values of the body wait for the consent of the person', async () => {
    const { browser, person } = await newSignedInBrowser();
    await addRemoteConnection(person.user_id, { type: 'polar' });
    const notice = 'are imported after you have agreed to that';
    expect((await browser.open(getUrl())).text).not.toContain(notice);
    const change = { set: { 'health_consent.version': '1' } };
    await table().update(identityKeys.user(person.user_id), change, exists);
    expect((await browser.open(getUrl())).text).toContain(notice);
  });

  it('leaves the account to another person as soon as it has disconnected it', async () => {
    respondWithAccount(newAccount());
    const owner = await newSignedInBrowser();
    await openCallback(owner.browser, await newProviderRequest(owner.browser));
    const [connection] = await listConnections(owner.person);
    const other = await newSignedInBrowser();
    const connectOther = async () =>
      openCallback(other.browser, await newProviderRequest(other.browser));
    expect((await connectOther()).text).toContain('already connected to another person');

    await owner.browser.open(getUrl());
    const fields = { connection: connection?.id ?? '', action: 'disconnect' };
    await owner.browser.submit(fields);
    expect((await connectOther()).text).toContain('Strava is connected');
  });

  it('deletes the imported workouts at once, if the person asks for it', async () => {
    const { browser, person } = await newSignedInBrowser();
    const { user_id } = person;
    const connection = await addRemoteConnection(user_id, { type: 'strava' });
    await importWorkout(user_id, 'strava', importedRun, { connection });
    const listWorkouts = () => table().query(workoutRecordKeys.importedWorkouts(user_id));
    expect(await listWorkouts()).toHaveLength(1);

    await browser.open(getUrl());
    const fields = { connection, action: 'disconnect_and_delete' };
    expect((await browser.submit(fields)).text).toContain('are being deleted');
    await service.drainQueues();
    expect(await listWorkouts()).toEqual([]);
  });

  it("changes no other person's connection", async () => {
    const owner = await newPerson();
    const connection = await addRemoteConnection(owner.user_id, { type: 'strava' });
    const { browser } = await newSignedInBrowser();
    await browser.open(getUrl());
    await browser.submit({ connection, action: 'disconnect' });
    expect(await listConnections(owner)).toHaveLength(1);
  });

  const putConnection = (user_id: string, members: Partial<SyncedConnection>) => {
    const id = newId(getNow());
    const connection = {
      id,
      type: 'strava',
      remote_id: '1',
      created_datetime: getNow().toISOString(),
      ...members,
    };
    return table().put(
      { ...originKeys.remoteConnection(user_id, id), ...connection },
      isNew,
    );
  };

  it('says how far an import is, what stops it and when it is tried again', async () => {
    const { browser, person } = await newSignedInBrowser();
    const { user_id } = person;
    const inTwelveMinutes = new Date(getNow().getTime() + 11.5 * 60_000);
    const { collection_sk } = toDueAttributes(
      { user_id, remote_connection_id: '1' },
      inTwelveMinutes,
    );
    await putConnection(user_id, {
      status: 'syncing',
      sync_imported: 1234,
      sync_problem: 'rate_limited',
      unreadable_workouts: 2,
      collection_sk,
    });
    const { text } = await browser.open(getUrl());
    expect(text).toContain('<span class="badge">Import is running</span>');
    expect(text).toContain('<p>Strava does not allow more requests at the moment.</p>');
    for (const shown of [
      'in 12 minutes',
      '1,234',
      '2 (tried again automatically)',
      'None yet',
    ])
      expect(text).toContain(`<dd>${shown}</dd>`);
  });

  it('says that the person has ended the access at the provider', async () => {
    const { browser, person } = await newSignedInBrowser();
    await putConnection(person.user_id, {
      status: 'reauthorization_required',
      sync_problem: 'access_withdrawn',
    });
    const { text } = await browser.open(getUrl());
    expect(text).toContain('You have ended the access of this service at Strava.');
    expect(text).toContain('Connect Strava again');
  });

  it('offers to connect a service, and apart from these, another account', async () => {
    const { browser, person } = await newSignedInBrowser();
    const open = async () => (await browser.open(getUrl())).text;
    const connectStrava = 'aria-label="Connect Strava"';
    const before = await open();
    expect(before).toContain('No service is connected');
    expect(before).toContain('<h2>Connect a service</h2>');
    expect(before).toContain(connectStrava);
    expect(before).not.toContain('Connect another account');
    await putConnection(person.user_id, {});
    const [, others = ''] = (await open()).split('<h2>Connect another account</h2>');
    expect(others).toContain(connectStrava);
  });

  it('offers to renew a connection that the provider rejects, and offers no import', async () => {
    const { browser, person } = await newSignedInBrowser();
    await putConnection(person.user_id, { status: 'reauthorization_required' });
    const { text } = await browser.open(getUrl());
    expect(text).toContain('Connect Strava again');
    expect(text).not.toContain('Import now');
  });
});
