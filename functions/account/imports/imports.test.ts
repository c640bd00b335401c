import { beforeEach, describe, expect, inject, it } from 'vitest';
import { restrict } from '#functions/auth/identity/processing.store.ts';
import { fileImportKeys } from '#functions/diary/file-import/file-import.keys.ts';
import * as jobs from '#functions/diary/file-import/file-import.store.ts';
import { importLimits } from '#functions/diary/file-import/file-import.ts';
import { lineChangeTexts } from '#functions/diary/file-import/file-line.texts.ts';
import { toImportFileKey } from '#functions/diary/file-import/import-file-keys.ts';
import { seriesKeys } from '#functions/diary/series/series.keys.ts';
import { callHandler } from '#kit/call-handler.ts';
import {
  buildImportForm,
  buildRunFile,
  finishImport,
  openImportStores,
  runNextImport,
  type SentFile,
} from '#kit/file-imports.ts';
import { issueUserToken, newPerson, type TestPerson, table } from '#kit/fixtures.ts';
import { findFormToken, newTestBrowser, type TestBrowser } from '#kit/test-browser.ts';
import { exists } from '#shared/table/condition.ts';
import type { Key } from '#shared/table/keys.ts';

const { urls } = inject('service');
const path = '/v7.1/oauth2/account/imports/';
const uploadPath = '/v7.1/oauth2/account/import/upload/';
const signedForm =
  /<form method="post" action="([^"]*)"[^>]*multipart[^>]*>([\s\S]*?)<\/form>/;
const hiddenField = /type="hidden" name="([^"]*)" value="([^"]*)"/g;
const run = buildRunFile('2016-05-01');

let person: TestPerson;
let browser: TestBrowser;

async function signIn(one: TestPerson): Promise<TestBrowser> {
  const opened = newTestBrowser(callHandler, urls.auth);
  await opened.signIn(one);
  return opened;
}

beforeEach(async () => {
  person = await newPerson();
  browser = await signIn(person);
});

const list = () => browser.open(urls.auth + path);

/** Sends files as the form of the page does. */
async function upload(files: readonly SentFile[], fields: Record<string, string> = {}) {
  const form_token = findFormToken(await list());
  const body = buildImportForm(files, { form_token, ...fields });
  const headers = { Cookie: browser.getCookieHeader(), 'Accept-Language': 'de' };
  return callHandler('POST', path, { host: 'auth', body, headers });
}

/** Imports files. Returns the address of the page of the import, and its id. */
async function importAll(files: readonly SentFile[], fields = {}) {
  expect((await upload(files, fields)).status).toBe(303);
  const [, url = '', id = ''] =
    /href="([^"]*account\/import\/\?id=([0-9a-z]{36}))"/.exec((await list()).text) ?? [];
  await finishImport(person.user_id, id);
  return { url, id };
}

it('the page of imports leads to the services and the form of tables', async () => {
  const guide = `${urls.main}/v7.1/docs/import-files/#spreadsheets`;
  expect((await list()).text).toContain(`<a href="${guide}">`);
});

describe('the page of an import', () => {
  it('says what happened to each file, with the year of its day', async () => {
    const name = '<b>.gpx';
    const { url } = await importAll([{ ...run, name }]);
    const { text } = await browser.open(url);
    expect(text.replaceAll(/\s/g, ' ')).toContain('May 1, 2016');
    expect(text).toContain('&lt;b&gt;.gpx');
    expect(text).not.toContain('<b>.gpx');
  });

  it('says what was changed in a file, and why', async () => {
    const content = String(run.content)
      .replace('<type>running</type>', '')
      .replace('Track<', 'A & B & C<');
    const { url } = await importAll([{ name: 'a.gpx', content }]);
    const { text } = await browser.open(url);
    expect(text).toContain(`${lineChangeTexts.en.characters_repaired} (2×)</div>`);
    expect(text).toContain(`${lineChangeTexts.en.sport_unknown}</div>`);
  });

  it('does not say that it is done if nothing came in', async () => {
    const empty = { name: 'notes.txt', content: 'Not a workout' };
    const { url } = await importAll([empty]);
    const { text } = await browser.open(url);
    expect(text).toContain('<span class="badge bad">Nothing imported</span>');
  });

  it('says that nothing is new if the diary has all of it already', async () => {
    await importAll([run]);
    const { url } = await importAll([run]);
    const { text } = await browser.open(url);
    expect(text).toContain('<span class="badge quiet">Already in your diary</span>');
  });

  it('leads to the workout of a file, and once to each day with foods of a table', async () => {
    const rows = ['Oats', 'Bread'].map((food) => `2016-05-02,Breakfast,${food},1 g,220`);
    const content = ['Day,Group,Food Name,Amount,Energy (kcal)', ...rows, ''].join('\n');
    const { url } = await importAll([run, { name: 'servings.csv', content }]);
    const { text } = await browser.open(url);
    expect(text.match(/data\/workout\/\?id=/g)).toHaveLength(1);
    expect(text.match(/data\/day\/\?date=2016-05-02/g)).toHaveLength(1);
  });

  it('says that undoing does not bring back what the import has replaced', async () => {
    const head = 'Day,Group,Food Name,Amount,Energy (kcal)\n';
    const around = ['02', '04'].map((day) => `2016-05-${day},Lunch,Tea,1 g,2\n`);
    const toTable = (food: string) => ({
      name: 'a.csv',
      content: head + around.join(`2016-05-03,Lunch,${food},1 g,220\n`),
    });
    const before = await importAll([toTable('Oats')]);
    expect((await browser.open(before.url)).text).not.toContain('do not come back');
    const { url } = await importAll([toTable('Bread')]);
    for (const page of [url, `${url}&offset=40`])
      expect((await browser.open(page)).text).toContain('do not come back');
  });

  it('undoes the import', async () => {
    const { url, id } = await importAll([run]);
    await browser.open(url);
    const undone = await browser.submit({ id });
    expect(undone.text).toContain('The import is being undone.');
    await finishImport(person.user_id, id);
    expect((await browser.open(url)).text).toContain('This import does not exist.');
  });

  it('asks what a table leaves open, names what is not answered, and goes on', async () => {
    const content = 'Date,Weight\n03/04/2026,176.4\n';
    const alike = { name: 'b.csv', content: 'Date,Weight\n05/06/2026,175\n' };
    const { url, id } = await importAll([{ name: 'a.csv', content }, alike]);
    const listed = (await list()).text;
    expect(listed).toContain('Answer the questions');
    const page = await browser.open(url);
    expect(page.text).toContain('April 3, 2026');
    const others = 'The answer is also for another table with the same headings.';
    expect(page.text.split(others)).toHaveLength(3);
    expect(page.text).toMatch(/<h1[^>]*>Questions about your files<\/h1>/);
    expect(page.text).not.toMatch(/<h2[^>]*>Questions about/);
    expect(page.text).not.toContain(' checked');
    const sent = { action: 'answer', id, q1: 'month_first', q2: 'stone' };
    const refused = await browser.submit(sent);
    expect([refused.status, refused.text.match(/class="problem"/g)?.length]).toEqual([
      400, 1,
    ]);
    expect(refused.text).toMatch(/value="month_first" checked/);
    const saved = await browser.submit({ ...sent, q2: 'lb' });
    expect(saved.text).toContain('Your answers are saved');
    await finishImport(person.user_id, id);
    expect(await jobs.find(table(), person.user_id, id, new Date())).toMatchObject({
      state: 'done',
      measurements: 2,
    });
  });

  it('reads the files again that the person keeps', async () => {
    const { url, id } = await importAll([run], { keep_file: 'yes' });
    expect((await browser.open(url)).text).toContain('Read my files again');
    const begun = await browser.submit({ id, action: 'reread' });
    expect(begun.text).toContain('Your files are being read again.');
    expect((await browser.open(url)).text).not.toContain('Read my files again');
    await finishImport(person.user_id, id);
    expect((await browser.open(url)).text).toContain('Already there');
    const job = await jobs.find(table(), person.user_id, id, new Date());
    expect(job).toMatchObject({ state: 'done', entries: 1, counts: { duplicate: 1 } });
  });

  it('gives workouts the curves that were not kept when their file was read', async () => {
    const { url, id } = await importAll([run], { keep_file: 'yes' });
    const [, batch = ''] =
      /data\/workout\/\?id=([0-9a-z]{36})/.exec((await browser.open(url)).text) ?? [];
    const key = seriesKeys.workoutSeries(person.user_id, batch);
    expect(await table().get(key)).toBeDefined();
    const [record] = await table().query<Key>({ pk: key.pk, prefix: 'FILE_WORKOUT#' });
    await table().delete(key, exists);
    const change = { set: { reader: 3 } };
    if (record) await table().updateWithoutReturnValues(record, change, exists);
    await browser.open(url);
    await browser.submit({ id, action: 'reread' });
    await finishImport(person.user_id, id);
    expect(await table().get(key)).toBeDefined();
  });

  it('reads nothing again that is not kept, is not theirs or is paused', async () => {
    const thrown = await importAll([run]);
    expect((await browser.open(thrown.url)).text).not.toContain('Read my files again');
    const reread = (id: string) => browser.submit({ id, action: 'reread' });
    expect((await reread(thrown.id)).text).toContain('Nothing was read again');
    const { url, id } = await importAll([run], { keep_file: 'yes' });
    await browser.open(url);
    await restrict(table(), person.user_id, new Date());
    expect((await reread(id)).text).toContain('the processing of your data is paused');
    const { user_id } = person;
    person = await newPerson();
    browser = await signIn(person);
    await browser.open((await importAll([run])).url);
    expect((await reread(id)).text).toContain('Nothing was read again');
    const job = await jobs.find(table(), user_id, id, new Date());
    expect(job).toMatchObject({ state: 'done', step: 1 });
  });

  it('is shown again after the next sign-in to who was signed out, instead of undone', async () => {
    const { url, id } = await importAll([run]);
    await browser.open(url);
    browser.cookies.delete('__Host-fit_session');
    await browser.submit({ id }, { Referer: url });
    await browser.signIn(person);
    expect((await browser.reopen()).text).toContain('Undo this import');
  });

  it('is the same for an import of somebody else as for one that never was', async () => {
    const { url, id } = await importAll([run]);
    browser = await signIn(await newPerson());
    const foreign = await browser.open(url);
    const unknown = await browser.open(url.replace(id, 'unknown'));
    expect(foreign.text).toContain('This import does not exist.');
    expect(foreign.text).toBe(unknown.text);
  });
});

describe('the page that uploads a large file', () => {
  const post = (form: Record<string, string>) => {
    const headers = { Cookie: browser.getCookieHeader() };
    return callHandler('POST', uploadPath, { host: 'auth', form, headers });
  };
  /** Begins an import. Returns the address of the page that uploads its file. */
  const begin = async () => {
    const begun = await post({ form_token: findFormToken(await list()) });
    expect(begun.status, begun.text).toBe(303);
    return begun.headers.get('location') ?? '';
  };
  const getId = (url: string) => new URL(url).searchParams.get('id') ?? '';

  /** Opens a page without following its redirect. */
  const visit = (url: string) => {
    const { pathname, search } = new URL(url);
    const headers = { Cookie: browser.getCookieHeader() };
    return callHandler('GET', pathname + search, { host: 'auth', headers });
  };
  const visitTarget = async (url: string) => (await visit(url)).headers.get('location');

  /** Sends a file by the form of a page. Returns the address to which the bucket redirects. */
  const send = async (page: { text: string }, { name, content }: SentFile) => {
    const [, action = '', fields = ''] = signedForm.exec(page.text) ?? [];
    const body = new FormData();
    for (const [, field = '', value = ''] of fields.matchAll(hiddenField))
      body.append(field, value.replaceAll('&amp;', '&'));
    body.append('file', new Blob([Buffer.from(content)]), name);
    const sent = await fetch(action, { method: 'POST', body, redirect: 'manual' });
    expect(sent.status, await sent.text()).toBe(303);
    return sent.headers.get('location') ?? '';
  };

  it('imports what its form has sent to the bucket, however often it is opened', async () => {
    const url = await begin();
    const page = await visit(url);
    expect(page.status).toBe(200);
    const policy = page.headers.get('content-security-policy');
    expect(policy).toContain(`form-action 'self' ${urls.cdn};`);
    expect(page.text).toContain('at most 5 GB');
    expect(page.text).toContain('Form valid until');
    expect((await list()).text).toContain('Being uploaded');

    const back = await send(page, run);
    expect(back).toContain(`${url}&bucket=`);
    const started = await visit(back);
    expect(started.headers.get('location')).toBe(urls.auth + path);
    expect(started.headers.getSetCookie().join()).toContain('imports.started');
    const importUrl = url.replace('upload/', '');
    for (const again of [back, url]) expect(await visitTarget(again)).toBe(importUrl);

    const id = getId(url);
    await finishImport(person.user_id, id);
    const job = await jobs.find(table(), person.user_id, id, new Date());
    const bytes = Buffer.byteLength(run.content);
    expect(job).toMatchObject({ state: 'done', bytes, step: 1, entries: 1 });
    expect(job).not.toHaveProperty('ttl');
    expect(await visitTarget(back)).toBe(importUrl);
  });

  it('starts the import later if the redirect of the bucket was lost', async () => {
    const url = await begin();
    await send(await visit(url), run);
    expect((await list()).text).toContain(`href="${url}"`);
    expect(await visitTarget(url)).toBe(urls.auth + path);
    expect(await runNextImport(person.user_id, getId(url))).toEqual({ outcome: 'done' });
  });

  it('is one of ten in a day, even if its import is done, because its form can be sent again', async () => {
    const url = await begin();
    const today = new Date().toISOString().slice(0, 10);
    const counter = fileImportKeys.importsOfDay(person.user_id, today);
    const full = { uploading: importLimits.unfinished };
    await table().updateWithoutReturnValues(counter, { set: full }, exists);
    await visit(await send(await visit(url), run));
    await finishImport(person.user_id, getId(url));
    const refused = await post({ form_token: findFormToken(await list()) });
    expect(refused.headers.getSetCookie().join()).toContain('imports.unfinished');
    expect((await list()).text).not.toContain('Being uploaded');
  });

  it.each([
    { time: 'before', isSent: false },
    { time: 'after', isSent: true },
  ])('is not completed as parts are, $time its file is uploaded', async ({ isSent }) => {
    const url = await begin();
    if (isSent) await send(await visit(url), run);
    const token = await issueUserToken(person);
    const completion = `/v7.1/import/${getId(url)}/complete/`;
    const refused = await callHandler('POST', completion, { token });
    expect(refused.status).toBe(409);
    expect(refused.text).toContain('a form of the account uploads the file');
  });

  it('waits while five imports are running', async () => {
    const url = await begin();
    const back = await send(await visit(url), run);
    for (const day of ['01', '02', '03', '04', '05'])
      expect((await upload([buildRunFile(`2026-01-${day}`)])).status).toBe(303);
    const waiting = await visit(back);
    expect(waiting.status).toBe(200);
    expect(waiting.text).toContain('Your file was uploaded.');
    expect(waiting.text).toContain('Five imports are running.');
    const [newest] = await jobs.list(table(), person.user_id, new Date());
    await finishImport(person.user_id, newest?.id ?? '');
    expect(await visitTarget(back)).toBe(urls.auth + path);
  });

  it('does not go on with another file if the form is sent again', async () => {
    const url = await begin();
    const page = await visit(url);
    await visit(await send(page, run));
    await send(page, buildRunFile('2016-05-02'));
    const ended = await runNextImport(person.user_id, getId(url));
    expect(ended).toEqual({ outcome: 'failed', failure: 'file_missing' });
  });

  it.each([
    { time: 'before', isSent: false },
    { time: 'after', isSent: true },
  ])('is undone $time its file is uploaded', async ({ isSent }) => {
    const url = await begin();
    const page = await visit(url);
    const back = isSent ? await send(page, run) : url;
    const importUrl = url.replace('upload/', '');
    const { text } = await browser.open(importUrl);
    expect(text).toContain('Nothing of it is in your diary yet.');
    await browser.submit({ id: getId(url) });
    expect(await visitTarget(back)).toBe(importUrl);
    await finishImport(person.user_id, getId(url));
    expect((await visit(back)).text).toContain('This import does not exist.');
    const key = toImportFileKey(person.user_id, { id: getId(url) });
    expect(await openImportStores().files.get(key)).toBeUndefined();
  });

  it('ends after a day without its file', async () => {
    const url = await begin();
    const key = fileImportKeys.importJob(person.user_id, getId(url));
    await table().updateWithoutReturnValues(key, { set: { ttl: 1 } }, exists);
    expect((await visit(url)).text).toContain('This import does not exist.');
    expect((await list()).text).not.toContain('Being uploaded');
  });

  it('is the same for an import of somebody else as for one that never was', async () => {
    const url = await begin();
    const back = await send(await visit(url), run);
    const own = browser;
    browser = await signIn(await newPerson());
    const foreign = await browser.open(back);
    const unknown = await browser.open(url.replace(getId(url), 'unknown'));
    expect(foreign.text).toContain('This import does not exist.');
    expect(foreign.text).toBe(unknown.text);
    browser = own;
    expect(await visitTarget(back)).toBe(urls.auth + path);
  });

  it('leads to the sign-in page, and from there to the imports, without a session', async () => {
    const url = await begin();
    browser = newTestBrowser(callHandler, urls.auth);
    expect(await visitTarget(url)).toContain('/sign-in/?continue=imports');
  });

  it('is not begun while the processing is paused, or without the token of the form', async () => {
    const form_token = findFormToken(await list());
    expect((await post({ form_token: 'other' })).status).toBe(403);
    await restrict(table(), person.user_id, new Date());
    const refused = await post({ form_token });
    expect(refused.headers.getSetCookie().join()).toContain('imports.restricted');
    expect(await jobs.list(table(), person.user_id, new Date())).toEqual([]);
  });
});

describe('a form of files that is refused', () => {
  const half = { name: 'a.gpx', content: 'a'.repeat(importLimits.maxBytes / 2) };
  const many = Array.from({ length: importLimits.maxFiles + 1 }, () => run);

  it.each([
    { refused: 'without a file', files: [], text: 'Wählen Sie mindestens eine Datei' },
    { refused: 'too large', files: [half, half, run], text: 'zusammen 4 MB haben' },
    { refused: 'with too many files', files: many, text: 'höchstens 100 Dateien auf' },
  ])('comes back as it was sent, $refused', async ({ files, text }) => {
    const kept = await upload(files, { keep_file: 'yes' });
    expect(kept.status).toBe(400);
    expect(kept.text).toContain(text);
    expect(kept.text).toMatch(/name="keep_file"[^>]* checked/);
    expect(kept.text).not.toContain('account/import/?id=');
    expect((await upload(files)).text).not.toMatch(/name="keep_file"[^>]* checked/);
  });
});
