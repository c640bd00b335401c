import { beforeAll, describe, expect, inject, it } from 'vitest';
import { call } from '#kit/call.ts';
import { porridge, run } from '#kit/diary.ts';
import { issueUserToken, newPerson, type TestPerson } from '#kit/fixtures.ts';
import { newVisitor, type Visitor } from '#kit/visitor.ts';

const { urls } = inject('service');
const account = `${urls.auth}/v7.1/oauth2/account`;

let person: TestPerson;
let token: string;
let visitor: Visitor;

beforeAll(async () => {
  person = await newPerson();
  token = await issueUserToken(person);
  visitor = newVisitor(call, urls.auth);
  await visitor.signIn(person);
});

describe('the page "My data" (U3)', () => {
  beforeAll(async () => {
    const lunch = { ...porridge, diary_meal: '<Lunch>' };
    const items = [{ ...run, distance: 5000 }, lunch];
    await call('POST', '/v2/diary', { host: 'diary', token, json: { items } });
  });

  it.each([
    ['day', '2026-11-25'],
    ['week', '2026-11-22'],
    ['month', '2026-12-01'],
  ])('shows energy and exercise by %s', async (period, date) => {
    const { text } = await visitor.open(`${account}/data/?period=${period}&date=${date}`);
    for (const amount of ['300 kcal', '255 kcal', '30 min', '5 km'])
      expect(text).toContain(`<td>${amount}</td>`);
    expect(text.match(/<svg .*role="img"/g)).toHaveLength(3);
  });

  it('says so if there are no entries', async () => {
    const { text } = await visitor.open(`${account}/data/?date=2020-01-01`);
    expect(text).toContain('There are no entries in this period.');
    expect(text).not.toContain('<svg');
  });

  it('shows the meals and the exercise of a day', async () => {
    const { text } = await visitor.open(`${account}/data/day/?date=${run.date}`);
    expect(text).toContain('&lt;Lunch&gt;: 300 kcal');
    expect(text).toContain('servings: 2');
    expect(text).toContain('<dd>17:00</dd>');
  });

  it.each(['data/?date=2026-02-30', 'data/?period=year', 'data/day/?date=x'])(
    'rejects %s',
    async (path) => {
      expect((await visitor.open(`${account}/${path}`)).status).toBe(400);
    },
  );
});

describe('the page of devices (U3)', () => {
  beforeAll(async () => {
    const device = { manufacturer: 'Garmin', model: 'FR-935' };
    const json = { name: 'My watch', _embedded: { device: [device] } };
    await call('POST', '/v7.1/data_source/', { token, json });
  });

  it('prefers a device', async () => {
    const { text } = await visitor.open(`${account}/devices/`);
    expect(text).toContain('Prefer for sleep: My watch');
    const [, data_source = ''] = /name="data_source" value="([^"]+)"/.exec(text) ?? [];
    const saved = await visitor.submit({ data_source, priority_type: 'sleep' });
    expect(saved.text).toContain('<dt>Preferred for</dt><dd>Sleep</dd>');
    expect(saved.text).not.toContain('Prefer for sleep: My watch');
  });

  it('refuses the device of another person as an unknown one, and a form of elsewhere', async () => {
    const stranger = newVisitor(call, urls.auth);
    await stranger.signIn(await newPerson());
    await visitor.open(`${account}/devices/`);
    const unknown = { data_source: 'x', priority_type: 'sleep' };
    expect((await visitor.submit(unknown)).status).toBe(404);

    await visitor.open(`${account}/devices/`);
    const forged = { ...unknown, form_token: 'x' };
    expect((await visitor.submit(forged)).status).toBe(403);
  });
});
