import { describe, expect, it } from 'vitest';
import { workoutRecordKeys } from '#functions/diary/import/workout-record.keys.ts';
import { originKeys } from '#functions/diary/merging/origin.keys.ts';
import { newPerson, table } from '#kit/fixtures.ts';
import { importedRun, importWorkout } from '#kit/imported-workouts.ts';
import { addRemoteConnection } from '#kit/remote-connections.ts';
import { newId } from '#shared/runtime/ids.ts';
import { isNew } from '#shared/table/condition.ts';
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
    expect(shown.text).toContain('aria-label="Disconnect Strava"');
    expect(shown.text).toContain('<dt>Status</dt>');

    const [connection] = await listConnections(person);
    const submit = (action: string) =>
      browser.submit({ connection: connection?.id ?? '', action });
    expect((await submit('sync')).text).toContain('The import has started');
    expect((await submit('sync')).text).toContain('less than a minute ago');
    expect((await submit('disconnect')).text).toContain('stay in your diary');
    expect(await listConnections(person)).toEqual([]);
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

  it('offers to renew a connection that the provider rejects, and offers no import', async () => {
    const { browser, person } = await newSignedInBrowser();
    const connection = {
      id: newId(getNow()),
      type: 'strava',
      remote_id: '1',
      created_datetime: getNow().toISOString(),
      status: 'reauthorization_required',
    };
    await table().put(
      { ...originKeys.remoteConnection(person.user_id, connection.id), ...connection },
      isNew,
    );
    const { text } = await browser.open(getUrl());
    expect(text).toContain('Connect Strava again');
    expect(text).not.toContain('Import now');
  });
});
