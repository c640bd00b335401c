import { beforeEach, describe, expect, inject, it } from 'vitest';
import { importLimits } from '#functions/diary/file-import/file-import.ts';
import { callHandler } from '#kit/call-handler.ts';
import {
  buildImportForm,
  buildRunFile,
  finishImport,
  type SentFile,
} from '#kit/file-imports.ts';
import { newPerson, type TestPerson } from '#kit/fixtures.ts';
import { findFormToken, newTestBrowser, type TestBrowser } from '#kit/test-browser.ts';

const { urls } = inject('service');
const path = '/v7.1/oauth2/account/imports/';
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
async function upload(files: readonly SentFile[]) {
  const form_token = findFormToken(await list());
  const body = buildImportForm(files, { form_token });
  const headers = { Cookie: browser.getCookieHeader(), 'Accept-Language': 'de' };
  return callHandler('POST', path, { host: 'auth', body, headers });
}

/** Imports files. Returns the address of the page of the import, and its id. */
async function importAll(files: readonly SentFile[]) {
  expect((await upload(files)).status).toBe(303);
  const [, url = '', id = ''] =
    /href="([^"]*account\/import\/\?id=([0-9a-z]{36}))"/.exec((await list()).text) ?? [];
  await finishImport(person.user_id, id);
  return { url, id };
}

describe('the page of an import', () => {
  it('says what happened to each file, with the year of its day', async () => {
    const name = '<b>.gpx';
    const { url } = await importAll([{ ...run, name }]);
    const { text } = await browser.open(url);
    expect(text.replaceAll(/\s/g, ' ')).toContain('May 1, 2016');
    expect(text).toContain('&lt;b&gt;.gpx');
    expect(text).not.toContain('<b>.gpx');
  });

  it('undoes the import', async () => {
    const { url, id } = await importAll([run]);
    await browser.open(url);
    const undone = await browser.submit({ id });
    expect(undone.text).toContain('The import is being undone.');
    await finishImport(person.user_id, id);
    expect((await browser.open(url)).text).toContain('This import does not exist.');
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

it('too many files at once are told their limit, and are not imported', async () => {
  const { maxFiles } = importLimits;
  const many = Array.from({ length: maxFiles + 1 }, () => run);
  const { status, headers } = await upload(many);
  expect(status).toBe(303);
  const sent = headers.getSetCookie().map((cookie) => cookie.split(';', 1));
  const Cookie = [browser.getCookieHeader(), ...sent].join('; ');
  const { text } = await callHandler('GET', path, { host: 'auth', headers: { Cookie } });
  expect(text).toContain(`You can choose at most ${maxFiles} files at a time.`);
  expect(text).not.toContain('account/import/?id=');
});

it('files that are too large together are told their limit', async () => {
  const half = 'a'.repeat(importLimits.maxBytes / 2);
  const file = { name: 'a.gpx', content: half };
  const refused = await upload([file, file, run]);
  expect(refused.status).toBe(413);
  expect(refused.text).toContain('dürfen zusammen 4 MB haben');
});
