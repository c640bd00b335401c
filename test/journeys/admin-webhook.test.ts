import { afterAll, expect, it } from 'vitest';
import { call } from '#kit/call.ts';
import { issueClientToken, newClient } from '#kit/fixtures.ts';
import { newOperator } from '#kit/operator.ts';
import { getWebhookReceiver } from '#kit/webhook-receiver.ts';

const disposables = new AsyncDisposableStack();
afterAll(() => disposables.disposeAsync());
const admin = await newOperator(disposables);

interface WebhookRow {
  id: string;
  url: string;
  state: string;
  disabled_reason: string | null;
}

/** Creates a webhook of a new application. Returns functions that run commands about it. */
async function newWebhook() {
  const client = await newClient();
  const token = await issueClientToken(client);
  const { newUrl } = await getWebhookReceiver();
  const json = { url: `${newUrl()}?key=private`, types: ['diary_entry.*'] };
  const created = await call<{ _links: { self: [{ href: string; id: string }] } }>(
    'POST',
    '/v7.1/webhook/',
    { token, json },
  );
  const [{ href, id }] = created.body._links.self;
  const ids = [client.client_id, id];
  const run = (command: string, ...options: string[]) =>
    admin(['webhook', command, ...ids, ...options]);
  const read = async (command: string, ...options: string[]): Promise<WebhookRow> => {
    const { stdout, stderr } = await run(command, ...options, '--json');
    expect(stderr).not.toContain('private');
    return JSON.parse(stdout);
  };
  const setState = async (state: string) =>
    (await call('PUT', href, { token, json: { state } })).status;
  return { ...json, ...client, id, run, read, setState };
}

it('an operator disables a webhook, which only the operator can enable again', async () => {
  const { id, url, client_id, read, run, setState } = await newWebhook();
  expect(await read('show')).toMatchObject({ id, url, state: 'active' });

  const disabled = await run('disable');
  expect(disabled.stderr).toContain('"event":"webhook_disabled"');
  expect(disabled.stderr).not.toContain('private');
  expect(await read('show')).toMatchObject({
    state: 'disabled',
    disabled_reason: 'operator',
  });
  expect(await setState('active')).toBe(409);

  expect(await read('enable')).toMatchObject({ state: 'active', disabled_reason: null });
  expect((await run('enable')).stderr).toContain('is not disabled');

  const list = await admin(['webhook', 'list', '--json']);
  const rows: (WebhookRow & { client_id: string })[] = JSON.parse(list.stdout);
  expect(rows.filter((row) => row.client_id === client_id)).toHaveLength(1);
  const unknown = await admin(['webhook', 'list', id]);
  expect(unknown.stderr).toBe(`Error: Application ${id} could not be found.\n`);
});

it('an operator has events sent again', async () => {
  const { run } = await newWebhook();
  const since = ['--since', '2026-11-20T09:00:00-08:00'];
  const { exitCode, stdout } = await run('resend', ...since);
  expect([exitCode, stdout]).toEqual([0, expect.stringContaining('in the background')]);
  expect((await run('resend', ...since)).exitCode).toBe(1);
  expect((await run('resend', '--delivery', 'evt_1_unknown')).stderr).toContain(
    'could not be found',
  );
  expect((await run('resend')).exitCode).toBe(1);
  await run('disable');
  expect((await run('resend', ...since)).stderr).toContain('enable it first');
});

it('an application has a contact for mail about its webhooks, which can be removed', async () => {
  const contact = ['--contact', 'dev@trails.example'];
  const grant = ['--grant', 'client_credentials'];
  const args = ['application', 'create', 'Trails', ...grant, ...contact, '--json'];
  const application = JSON.parse((await admin(args)).stdout);
  expect(application).toMatchObject({ contact: 'dev@trails.example' });

  const update = ['application', 'update', application.client_id];
  const removed = await admin([...update, '--no-contact', '--json']);
  expect(JSON.parse(removed.stdout)).toMatchObject({ contact: null });
  const invalid = await admin([...update, '--contact', 'nobody']);
  expect(invalid.stderr).toContain('must be an email address');
});
