import { describe, expect, it } from 'vitest';
import { FormField } from '#functions/auth/browser/form.ts';
import { discoverDefinitions } from '#lib/endpoints.ts';
import { again, defineScreen, done, form } from './screen.ts';

const rename = form({
  summary: 'Rename a device',
  fields: { name: FormField },
  table: ['update'],
  storeCalls: { max: 4, reason: 'the device is renamed' },
  responses: { 400: { description: 'The page again.', body: 'html' } },
  errors: ['not_found'],
  submit: async ({ body }) => (body.name === '' ? again('empty') : done()),
});

const remove = form({
  summary: 'Remove a device',
  fields: { id: FormField },
  table: ['delete'],
  storeCalls: { max: 1, reason: 'the device is removed' },
  submit: async () => done(),
});

// @ts-expect-error A form that shows its page again declares with what status.
form({ summary: 'Rename a device', fields: {}, submit: async () => again('empty') });

const page = {
  page: 'devices',
  summary: 'Show devices',
  query: { date: FormField },
  table: ['query'],
  storeCalls: { max: 2, reason: 'the devices are read' },
  memory: 1024,
} as const;

const render = () => 'the page';

describe('a screen', () => {
  it('reads by GET what it declares, and the session, which it extends', () => {
    const { show, change } = defineScreen({ ...page, render }).endpoints;
    expect(change).toBeUndefined();
    expect(show).toMatchObject({
      method: 'GET',
      path: '/oauth2/account/devices/',
      stores: { table: ['get', 'update', 'query'] },
      storeCalls: { max: 5 },
      memory: 1024,
      baseUrls: ['auth'],
      settings: ['service'],
    });
  });

  it('can do by POST what its forms declare, and what shows the page again', () => {
    const { change } = defineScreen({ ...page, render, forms: { rename } }).endpoints;
    expect(change).toMatchObject({
      method: 'POST',
      path: '/oauth2/account/devices/',
      stores: { table: ['get', 'update', 'query'] },
      storeCalls: { max: 2 + 4 + 2 },
      errors: ['invalid_form_token', 'not_found'],
    });
    expect(Object.keys(change?.responses ?? {})).toEqual(['303', '400']);
    expect(change?.request.form.safeParse({ name: 'x' }).data).toEqual({
      form_token: '',
      action: 'rename',
      name: 'x',
    });
  });

  it('has the form that `action` names, if it has several', () => {
    const forms = { rename, remove };
    const { change } = defineScreen({ ...page, render, forms }).endpoints;
    const parse = (fields: object) => change?.request.form.safeParse(fields).success;
    expect(parse({ action: 'remove', id: 'x' })).toBe(true);
    expect(parse({ action: 'steal' })).toBe(false);
    expect(parse({ id: 'x' })).toBe(false);

    const withDefault = defineScreen({ ...page, render, forms, defaultForm: 'remove' });
    const parsed = withDefault.endpoints.change?.request.form.safeParse({ id: 'x' });
    expect(parsed?.data?.action).toBe('remove');
  });

  it('is one function with the routes of both endpoints', async () => {
    const { screens, endpoints } = await discoverDefinitions();
    expect(screens.length).toBeGreaterThan(10);
    for (const { id } of screens) {
      const served = endpoints.filter(({ functionId }) => functionId === id);
      const ids = served.map((entry) => entry.id);
      expect([[`${id}/show`], [`${id}/change`, `${id}/show`]]).toContainEqual(ids);
      expect(new Set(served.map(({ endpoint }) => endpoint.path)).size).toBe(1);
    }
  });
});
