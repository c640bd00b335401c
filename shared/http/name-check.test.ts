import { describe, expect, it } from 'vitest';
import { callHandlerWith } from '#kit/call-handler.ts';
import { watch } from '#kit/data-sources.ts';
import { getDiaryError, porridge, run } from '#kit/diary.ts';
import type { SendOptions, TestResponse } from '#kit/send.ts';
import { getValidationFailures } from '#kit/validation-failures.ts';
import { newId } from '../runtime/ids.ts';

const lines: string[] = [];
const sub = newId(new Date());
const send = callHandlerWith({ sub }, (line) => void lines.push(line));
const strict = { Prefer: 'handling=strict' };

const list = (query: string, headers = {}) =>
  send('GET', `/v7.1/data_source/${query}`, { headers });
const createSource = (members: object, headers = {}) =>
  send('POST', '/v7.1/data_source/', {
    json: { _embedded: { device: [watch] }, ...members },
    headers,
  });
const createEntries = (items: readonly object[], headers = {}) =>
  send<{ items: [{ id: string }] }>('POST', '/v2/diary', {
    host: 'diary',
    json: { items },
    headers,
  });
const change = (id: string, options: Pick<SendOptions, 'json' | 'headers'>) =>
  send('PATCH', `/v2/diary/${id}`, { host: 'diary', ...options });

const getIgnored = ({ headers }: TestResponse) => ({
  members: headers.get('ignored-members'),
  parameters: headers.get('ignored-parameters'),
});
const nothing = { members: null, parameters: null };

describe('a response', () => {
  it('names the parameters that the endpoint does not know', async () => {
    const { status, ...response } = await list('?actve=true&limit=2&search=a&search=b');
    expect(status).toBe(200);
    expect(getIgnored({ status, ...response })).toEqual({
      members: null,
      parameters: '"actve", "search"',
    });
  });

  it('names them if the endpoint has no parameter, or the request is refused', async () => {
    const missing = await send('GET', '/v7.1/data_source/none/?date=2026-11-20');
    expect(missing.status).toBe(404);
    expect(getIgnored(missing).parameters).toBe('"date"');
    const invalid = await createSource({ name: 1, nmae: 'x' });
    expect(invalid.status).toBe(400);
    expect(getIgnored(invalid).members).toBe('"/nmae"');
  });

  it('names the members that the endpoint does not know, at any depth', async () => {
    const meal = {
      ...porridge,
      salt: 1,
      nutritional_contents: { carbs: 40, energy: { unit: 'calories', value: 1, of: 2 } },
    };
    const created = await createEntries([{ ...run, avg_hr: 120 }, meal]);
    expect(created.status).toBe(201);
    expect(getIgnored(created).members).toBe(
      '"/items/0/avg_hr", "/items/1/nutritional_contents/carbs", ' +
        '"/items/1/nutritional_contents/energy/of", "/items/1/salt"',
    );
  });

  it('names the members of a body that the endpoint does not read', async () => {
    const path = '/v7.1/remoteconnection/none/sync/';
    const response = await send('POST', path, { json: { full: true } });
    expect(getIgnored(response).members).toBe('"/full"');
  });

  it('names at most ten, each with at most 64 characters, and counts the others', async () => {
    const members = Array.from({ length: 12 }, (_, i) => [`${i}${'x'.repeat(80)}`, i]);
    const { members: named } = getIgnored(
      await createSource(Object.fromEntries(members)),
    );
    const expected = Array.from({ length: 10 }, (_, i) => `"/${i}${'x'.repeat(62)}"`);
    expect(named).toBe([...expected, 2].join(', '));
  });

  // RFC 6901 section 3, RFC 9651 sections 3.3.3 and 3.3.8.
  it('quotes what is special in a pointer or a structured field', async () => {
    const members = { 'a/b~c': 1, 'a"\\': 1, 'ü %"': 1, ['🏃'.repeat(20)]: 1 };
    const { members: named } = getIgnored(await createSource(members));
    expect(named).toBe(
      `"/a~1b~0c", "/a\\"\\\\", %"/%c3%bc %25%22", %"/${'%f0%9f%8f%83'.repeat(5)}"`,
    );
  });

  it('names a member that the JSON has more than once, of which the last one counts', async () => {
    const items = `{"type":"exercise","a\\"b": "x:1","date":1,"da\\u0074e":2,"carbs":1,"carbs":1}`;
    const body = `{"items":[[1,"\\": ",{}],${items}],"items" : [],"items":[{}]}`;
    const post = (headers = {}) =>
      send('POST', '/v2/diary', {
        host: 'diary',
        body,
        headers: { 'Content-Type': 'application/json', ...headers },
      });
    const expected = '"/items/1/date", "/items/1/carbs", "/items"';
    expect(getIgnored(await post()).members).toBe(expected);
    const source = '{"name":"Watch","name":"Clock","_embedded":{"device":[]}}';
    const refused = await send('POST', '/v7.1/data_source/', {
      body: source,
      headers: { 'Content-Type': 'application/json', ...strict },
    });
    expect(getValidationFailures(refused)).toMatchObject({
      name: ['must not be repeated'],
    });
  });

  it('names no member of a prototype, and pollutes none', async () => {
    const json = JSON.parse('{"__proto__":{"x":1},"constructor":1}');
    const response = await send('PUT', '/v7.1/data_source/none/', { json });
    expect(getIgnored(response).members).toBe('"/__proto__", "/constructor"');
  });

  it('does not name what the client has read before', async () => {
    const source = await createSource({ name: 'Watch' });
    const [{ href }] = (source.body as { _links: { self: [{ href: string }] } })._links
      .self;
    const back = await send('PUT', href, { json: source.body, headers: strict });
    expect([back.status, getIgnored(back)]).toEqual([200, nothing]);

    const created = await createEntries([run, porridge]);
    for (const item of created.body.items) {
      const { id } = item;
      const kept = await change(id, { json: item, headers: strict });
      expect([kept.status, getIgnored(kept)]).toEqual([200, nothing]);
      const { headers } = await change(id, { json: { id, moves: 1 } });
      expect(headers.get('ignored-members')).toBe('"/moves"');
    }
  });

  it('names what a creation does not store, unless the new item has the same', async () => {
    const { body } = await createSource({ name: 'Watch' });
    const copy = await createSource(body as object, strict);
    expect([copy.status, getIgnored(copy)]).toEqual([201, nothing]);
    const lost = await createSource({ serial_number: 'A1', active: false });
    expect(getIgnored(lost).members).toBe('"/serial_number", "/active"');
  });

  it('names a member of the other type of entry', async () => {
    const [{ id }] = (await createEntries([run])).body.items;
    const response = await change(id, { json: { diary_meal: 'Lunch' } });
    expect(getIgnored(response).members).toBe('"/diary_meal"');
  });

  it('names no member of any type for an entry of an unknown type', async () => {
    const refused = await createEntries([{ ...run, type: 'exercize', carbs: 1 }], strict);
    expect(getIgnored(refused).members).toBe('"/items/0/carbs"');
    expect(getDiaryError(refused).error_description).toBe(
      'items.0.type must be one of exercise, food_entry; ' +
        'items.0.carbs is unknown; the nearest known name is nutritional_contents.carbohydrates',
    );
  });

  it('is logged with the number of the names only', async () => {
    await createSource({ secret_name: 'secret value' });
    const line = JSON.parse(lines.at(-1) ?? '{}');
    expect(line).toMatchObject({ status: 201, ignored_names: 1 });
    expect(lines.at(-1)).not.toContain('secret');
    await createSource({});
    expect(JSON.parse(lines.at(-1) ?? '{}')).not.toHaveProperty('ignored_names');
  });
});

describe('a request that prefers strict handling', () => {
  it('is refused for a parameter, with the nearest known name', async () => {
    const refused = await list('?ofset=1', strict);
    expect(refused.status).toBe(400);
    expect(getValidationFailures(refused)).toEqual({
      ofset: ['is unknown; the nearest known name is offset'],
    });
    expect(refused.headers.get('preference-applied')).toBe('handling=strict');
    expect(getIgnored(refused).parameters).toBe('"ofset"');
  });

  it('is refused by the diary with 422, and stores nothing', async () => {
    const day = { ...run, date: '2026-10-01', start_time: undefined };
    const meal = { ...porridge, date: day.date };
    const contents = { carbs: 1, fats: 1 };
    const refused = await createEntries(
      [
        { ...day, avg_hr: 1, distance_km: 1 },
        { ...meal, fibre: 1, nutritional_contents: contents },
      ],
      strict,
    );
    expect(refused.status).toBe(422);
    const nearest = (name: string) => [`is unknown; the nearest known name is ${name}`];
    expect(getDiaryError(refused).error_details).toEqual({
      items: [
        { index: 0, avg_hr: nearest('avg_heart_rate'), distance_km: nearest('distance') },
        {
          index: 1,
          fibre: nearest('nutritional_contents.fiber'),
          'nutritional_contents.carbs': nearest('carbohydrates'),
          'nutritional_contents.fats': nearest('fat'),
        },
      ],
    });
    const path = `/v2/diary?date=${day.date}`;
    const unknown = await send('GET', path, { host: 'diary', headers: strict });
    expect([unknown.status, getDiaryError(unknown).error]).toEqual([
      422,
      'failed-validation',
    ]);
    const { body } = await send('GET', `/v2/diary?entry_date=${day.date}`, {
      host: 'diary',
    });
    expect(body).toEqual({ items: [] });
  });

  it('is told of all problems at once', async () => {
    const refused = await createSource({ name: 1, nmae: 'x' }, strict);
    expect(getValidationFailures(refused)).toEqual({
      name: ['must be a string'],
      nmae: ['is unknown; the nearest known name is name'],
    });
  });

  it('is told what is known if no name is near', async () => {
    const refused = await createSource({ serial_numbr: '1' }, strict);
    expect(getValidationFailures(refused)).toEqual({
      serial_numbr: ['is unknown; known are name, _embedded, _embedded.device'],
    });
  });

  it('is told by the diary of the name of a prototype, too', async () => {
    const path = '/v2/diary?__proto__=1';
    const refused = await send('GET', path, { host: 'diary', headers: strict });
    expect(refused.text).toContain('"error_details":{"__proto__":["is unknown;');
  });

  it('is told of ten names, and how many others there are', async () => {
    const members = Array.from({ length: 12 }, (_, i) => [`x${i}`, i]);
    const refused = await createSource(Object.fromEntries(members), strict);
    const failures = getValidationFailures(refused);
    expect(Object.keys(failures)).toHaveLength(11);
    expect(failures.__all__).toEqual(['has 2 more unknown names']);
  });

  it('is accepted without unknown names, and told so', async () => {
    const response = await list('?limit=1', strict);
    expect(response.status).toBe(200);
    expect(response.headers.get('preference-applied')).toBe('handling=strict');
  });

  // RFC 7240 section 2.
  it.each([
    ['handling=strict', true],
    ['respond-async, handling="strict"; a=b', true],
    ['Handling = Strict', true],
    ['handling=lenient', false],
    ['handling=strictly', false],
    ['handling=lenient, handling=strict', false],
    ['a="b, handling=strict"', false],
    ['nohandling=strict', false],
    ['return=minimal', false],
  ])('prefers it by %s: %s', async (Prefer, isStrict) => {
    const { status, headers } = await list('?actve=1', { Prefer });
    expect(status).toBe(isStrict ? 400 : 200);
    expect(headers.has('preference-applied')).toBe(isStrict);
  });
});
