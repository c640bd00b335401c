import { beforeEach, describe, expect, inject, it } from 'vitest';
import * as emailLinks from '#functions/auth/email-link/email-link.store.ts';
import { startImport } from '#functions/diary/file-import/start-import.ts';
import { callHandler } from '#kit/call-handler.ts';
import { finishImport, openImportStores } from '#kit/file-imports.ts';
import { newOwnClient, newUser, type TestUser, table } from '#kit/fixtures.ts';
import { newTestBrowser } from '#kit/test-browser.ts';
import { discoverDefinitions } from '#lib/endpoints.ts';
import { newId } from '#shared/runtime/ids.ts';

const { urls } = inject('service');
const pages = `${urls.auth}/v7.1/oauth2`;

/** A form with what makes the service refuse it. */
interface Refusal {
  /** The page of the form, and its name there. */
  form: `${string} ${string}`;
  /** The path and the query below that of our pages. */
  getPath(user: TestUser): string | Promise<string>;
  invalid: Readonly<Record<string, string>>;
}

async function createLink(user: TestUser, purpose: 'password_reset' | 'sign_up') {
  const { user_id, email } = user;
  const link = { user_id, email, purpose, language: 'en', template: undefined } as const;
  const { id } = await emailLinks.create(table(), link, new Date());
  const token = await emailLinks.issueToken(table(), user_id, id, new Date());
  return `open-link/?token=${token}`;
}

async function createClientPath({ user_id }: TestUser, page: string) {
  const { client_id } = await newOwnClient(user_id);
  return `account/portal/${page}?id=${client_id}`;
}

/** Creates an import with two questions. */
async function createAskingPath({ user_id }: TestUser) {
  const id = newId(new Date());
  const content = 'Date,Meal,Food,Energy\n03/04/2026,Lunch,Oats,900\n';
  const files = [{ name: 'food.csv', bytes: Buffer.from(content) }];
  const { table: ofImports, files: imports } = openImportStores();
  await startImport({ table: ofImports, imports }, user_id, { id, files }, new Date());
  await finishImport(user_id, id);
  return `account/import/?id=${id}`;
}

const entry = (type: string) =>
  `account/data/entry/?date=2026-11-20&type=${type}&activity=1`;

const refusals: readonly Refusal[] = [
  { form: 'account time_zone', getPath: () => 'account/', invalid: { time_zone: 'x' } },
  {
    form: 'settings save',
    getPath: () => 'account/settings/',
    invalid: { display_name: '' },
  },
  {
    form: 'security change_email',
    getPath: () => 'account/security/',
    invalid: { current: 'wrong password' },
  },
  { form: 'portal register', getPath: () => 'account/portal/', invalid: { name: '' } },
  {
    form: 'portal update',
    getPath: (user) => createClientPath(user, ''),
    invalid: { name: '' },
  },
  {
    form: 'webhook create',
    getPath: (user) => createClientPath(user, 'webhook/'),
    invalid: { url: 'x' },
  },
  { form: 'entry save', getPath: () => entry('food_entry'), invalid: { servings: 'x' } },
  { form: 'entry save', getPath: () => entry('exercise'), invalid: { duration: 'x' } },
  {
    form: 'body weight',
    getPath: () => 'account/data/body/',
    invalid: { weight: 'x' },
  },
  // No screen, but a page and a form: it is refused without a file.
  { form: 'imports start', getPath: () => 'account/imports/', invalid: {} },
  {
    form: 'import answer',
    getPath: createAskingPath,
    invalid: { q1: 'month_first' },
  },
  { form: 'tokens create', getPath: () => 'account/tokens/', invalid: { name: '' } },
  { form: 'phones create', getPath: () => 'account/phones/', invalid: { name: '' } },
  {
    form: 'password change',
    getPath: () => 'account/password/',
    invalid: { current: 'x', next: 'a new password', repeated: 'another password' },
  },
  {
    form: 'sign-in submit',
    getPath: () => 'sign-in/?continue=account',
    invalid: { password: 'wrong password' },
  },
  {
    form: 'send-link submit',
    getPath: () => 'send-link/?purpose=password_reset',
    invalid: { email: 'x' },
  },
  {
    form: 'open-link reset',
    getPath: (user) => createLink(user, 'password_reset'),
    invalid: { password: 'a new password', repeated: 'another password' },
  },
  {
    form: 'open-link sign_up',
    getPath: (user) => createLink(user, 'sign_up'),
    invalid: { password: 'a new password', repeated: 'another password' },
  },
];

/** The forms that come back with a refusal, and that have nothing but secrets or one box. */
const withoutInput = [
  'deletion delete',
  'privacy resume',
  'privacy consent',
  'body consent',
];

/** Forms of a webhook that have the fields of `webhook create`. */
const alike = ['webhook update'];

const decode = (text = '') =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

/** A control of a form, and the value with which a browser sends it. */
interface Control {
  name: string;
  type: string;
  /** The value of a box is sent if it is ticked. */
  value: string;
  isTicked: boolean;
  /** The values of a list. */
  options: readonly string[];
}

const readAttribute = (tag: string, name: string) =>
  decode(new RegExp(` ${name}="([^"]*)"`).exec(tag.replaceAll('\n', ' '))?.[1]);

function toInput(tag: string): Control {
  const [name, value] = [readAttribute(tag, 'name'), readAttribute(tag, 'value')];
  const type = readAttribute(tag, 'type');
  return { name, type, value, isTicked: / checked[ >]/.test(tag), options: [] };
}

function toSelect(markup: string): Control {
  const options = [...markup.matchAll(/<option value="([^"]*)"( selected)?/g)];
  const chosen = options.find(([, , selected]) => selected) ?? options[0];
  return {
    name: readAttribute(markup, 'name'),
    type: 'select',
    value: decode(chosen?.[1]),
    isTicked: false,
    options: options.map(([, value]) => decode(value)),
  };
}

/** Lists the controls of the form of a page that has this name as its action, or of the only one. */
function listControls(text: string, action: string): Control[] {
  const forms = text.slice(text.indexOf('<main')).match(/<form[\s\S]*?<\/form>/g) ?? [];
  const named = forms.find((form) => form.includes(`value="${action}"`));
  const form = named ?? forms[0] ?? '';
  // A field that nobody can change is for password managers.
  const tags = form.match(/<input(?![^>]* readonly)[^>]*>/g) ?? [];
  const inputs = tags.map(toInput);
  return [...inputs, ...(form.match(/<select[\s\S]*?<\/select>/g) ?? []).map(toSelect)];
}

const samples: Readonly<Record<string, string>> = {
  email: 'kept@example.com',
  number: '7',
  date: '2026-11-19',
  time: '08:30',
};

/** Returns a control that a person has changed. */
function change(control: Control, invalid: Refusal['invalid']): Control {
  const { name, type, options, isTicked } = control;
  if (type === 'hidden' || type === 'file') return control;
  if (type === 'checkbox') return { ...control, isTicked: !isTicked };
  if (type === 'radio') return { ...control, isTicked: control.value === invalid[name] };
  const other = type === 'select' ? options.at(-1) : (samples[type] ?? 'Kept <"&">');
  return { ...control, value: invalid[name] ?? other ?? '' };
}

const isBox = ({ type }: Control) => type === 'checkbox' || type === 'radio';

/** Returns what a browser sends of a form. Boxes of one name are sent one by one. */
function toFields(controls: readonly Control[]): Record<string, string[]> {
  const sent = controls.filter((control) => !isBox(control) || control.isTicked);
  const byName = Map.groupBy(sent, ({ name }) => name);
  const fields = [...byName].map(([name, all]) => [name, all.map(({ value }) => value)]);
  return Object.fromEntries(fields);
}

/** Lists what a form must keep: everything but secrets and what nobody sees. */
const listKept = (controls: readonly Control[]) =>
  controls
    .filter(({ type }) => !['hidden', 'password', 'file'].includes(type))
    .map((control) => {
      const { name, value, isTicked } = control;
      return isBox(control) ? [name, value, isTicked] : [name, value];
    });

let user: TestUser;

beforeEach(async () => {
  user = await newUser();
});

describe.each(refusals)('the form $form, if it is refused', (refusal) => {
  it('keeps every box and every field that is no secret', async () => {
    const { form, getPath, invalid } = refusal;
    const [, action = ''] = form.split(' ');
    const browser = newTestBrowser(callHandler, urls.auth);
    const path = await getPath(user);
    if (path.startsWith('account/')) await browser.signIn(user);
    const opened = await browser.open(`${pages}/${path}`);
    const controls = listControls(opened.text, action);
    const changed = controls.map((control) => change(control, invalid));
    expect(listKept(changed).length).toBeGreaterThan(0);
    const fields = toFields(changed);
    const again = await browser.submit({ action, ...fields });
    expect([400, 403], again.text).toContain(again.status);
    const shown = listControls(again.text, action);
    // There can be further fields, for one more address.
    expect(listKept(shown)).toEqual(expect.arrayContaining(listKept(changed)));
    const secrets = shown.filter(({ type }) => type === 'password');
    expect(secrets.map(({ value }) => value)).toEqual(secrets.map(() => ''));
  });
});

it('all forms of screens that can be refused are tested', async () => {
  const { screens } = await discoverDefinitions();
  const refused = screens.flatMap(({ screen: { page, forms } }) =>
    Object.entries(forms).flatMap(([name, { responses = {} }]) =>
      400 in responses || 403 in responses ? [`${page} ${name}`] : [],
    ),
  );
  const tested = new Set(refusals.map(({ form }) => form));
  const known = [...tested, ...withoutInput, ...alike];
  expect(refused.filter((form) => !known.includes(form))).toEqual([]);
});
