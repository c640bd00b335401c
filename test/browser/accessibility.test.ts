import { expect, inject, it } from 'vitest';
import * as measurements from '#functions/diary/measurement/measurement.store.ts';
import { openDiary, porridge, run } from '#kit/diary.ts';
import { table } from '#kit/fixtures.ts';
import { importFiles, newFile, recordedRun } from '#kit/imported-files.ts';
import { addConnection, importedRun, importWorkout } from '#kit/imported-workouts.ts';
import { addRemoteConnection } from '#kit/remote-connections.ts';
import { addWebhook } from '#kit/webhooks.ts';
import { discoverEndpoints } from '#lib/endpoints.ts';
import { applyView, expectNoViolations, loadAxe, phoneOptions, views } from './axe.ts';
import { openBrowser } from './chromium.ts';
import { newBrowserPerson } from './person.ts';

const { urls } = inject('service');

const browser = await openBrowser();

/** Stores a weight and a night, of which a page has both kinds of charts. */
function storeMeasured(user_id: string, date: string) {
  const [time, end] = [`${date}T00:10:00Z`, `${date}T07:00:00Z`];
  const sleep = { end, deep: 6000, light: 14_000 };
  const sent = [
    { type: 'weight', date, time: end, value: 80.1 },
    { type: 'sleep', date, time, value: 20_000, sleep },
  ] as const;
  return measurements.store(table(), user_id, { source: { kind: 'person' }, sent });
}

const pages = (await discoverEndpoints()).filter(
  ({ endpoint: { method, responses } }) =>
    method === 'GET' && Object.values(responses).some(({ body }) => body === 'html'),
);
const accountPages = pages.filter(({ endpoint }) =>
  endpoint.path.startsWith('/oauth2/account/'),
);
/** The pages that the tests of the documentation, of the account and of round trips check. */
const pagesCheckedElsewhere = [
  'auth/email-link/open/show',
  'auth/email-link/send/show',
  'connections/connect/callback/provider',
  'connections/connect/show',
  'main/documentation/list',
  'main/documentation/read',
  'main/documentation/search',
];

function findPageId(url: string): string | undefined {
  const { pathname } = new URL(url);
  return pages.find(({ endpoint: { path } }) => {
    const pattern = path.replaceAll(/\{\w+\}/g, '[^/]+');
    return new RegExp(`^/v[^/]+${pattern}$`).test(pathname);
  })?.id;
}

// German has the longest words, so it shows first which page is too wide for a phone. A page with
// an alert has all that it has without one.
it('no page has accessibility violations on a dark phone, and each layout has none on a light desktop', async () => {
  const person = await newBrowserPerson(
    browser,
    { locale: 'de', ...phoneOptions },
    {
      native: true,
      pkce_required: false,
      redirect_uris: ['http://[::1]:51004/callback'],
    },
  );
  const { page, user, buildAuthorizeUrl, buildAccountUrl, redeem } = person;
  await loadAxe(page.context());
  const titles = new Set<string | null>();
  const checked = new Set<string | undefined>();
  const checkFirst = async () => {
    checked.add(findPageId(page.url()));
    expect(await page.locator('script').count()).toBe(0);
    await expectNoViolations(page, 'de');
  };
  const check = async () => {
    titles.add(await page.getByRole('heading', { level: 1 }).textContent());
    await checkFirst();
  };
  /** Checks the open page also as on a desktop, for all pages of its layout. */
  const checkLayout = async () => {
    await check();
    await applyView(page, views.desktop);
    await expectNoViolations(page, 'de', 'view');
    await applyView(page, views.phone);
  };

  await page.goto(buildAuthorizeUrl());
  await person.signIn({ email: user.email, password: 'wrong' });
  await page.getByRole('alert').waitFor();
  await checkLayout();
  // The consent page then has a box for this provider.
  await addRemoteConnection(user.user_id, { type: 'whoop' });
  await person.signIn();
  await page.locator('[value=allow]').waitFor();
  await check();
  const consentUrl = page.url();
  const { code = '' } = await person.waitForRedirect(() =>
    page.locator('[value=allow]').click(),
  );
  const { body } = await redeem(code);
  await openDiary(body.access_token).post([run, porridge]);
  for (const type of ['polar', 'strava']) {
    await addConnection(user.user_id, type);
    await importWorkout(user.user_id, type, importedRun);
  }
  // A consent that is completed, one without a request, and a provider that is not connected, by
  // the link of an application and after its redirect.
  for (const url of [
    consentUrl,
    `${urls.auth}/v7.0/oauth2/consent/`,
    `${urls.main}/v7.1/remoteconnectiontype/1/connect/`,
    `${urls.auth}/v7.1/connect/?type=polar`,
  ]) {
    await page.goto(url);
    await check();
  }

  // Every page of the account as it is at first. What follows are other states of them.
  for (const { endpoint } of accountPages) {
    await page.goto(`${urls.auth}/v7.1${endpoint.path}`);
    await checkFirst();
  }
  await page.goto(buildAccountUrl('applications/'));
  await page.locator('details.danger summary').press('Enter');
  await check();
  await page.locator('details.danger button').click();
  await page.getByRole('status').waitFor();
  await check();
  await page.goto(buildAccountUrl());
  await checkLayout();
  const { date } = run;
  for (const path of [`data/?date=${date}`, `data/day/?date=${date}`]) {
    await page.goto(buildAccountUrl(path));
    await check();
  }
  const recorded = { ...recordedRun, start_time: '2026-11-19T17:00:00Z' };
  await importFiles(user.user_id, '1', [newFile('run.gpx', recorded)]);
  await page.goto(buildAccountUrl('data/day/?date=2026-11-19'));
  await page.locator('main .card h3 a').press('Enter');
  await page.locator('main details.more summary').press('Enter');
  await page.locator('svg.route').waitFor();
  await checkLayout();
  await page.goto(buildAccountUrl(`data/day/?date=${date}`));
  const separate = page.locator('[value=separate]');
  const merging = page.locator('main details', { has: separate });
  await merging.locator('summary').press('Enter');
  await separate.press('Enter');
  await page.getByRole('status').waitFor();
  const join = page.locator('[value=join]');
  const joining = page.locator('main details', { has: join }).first();
  await joining.locator('summary').press('Enter');
  await joining.locator(join).waitFor();
  await checkLayout();
  await storeMeasured(user.user_id, date);
  for (const path of [`data/body/?date=${date}`, `data/body/?day=${date}`]) {
    await page.goto(buildAccountUrl(path));
    await checkLayout();
  }
  await page.goto(buildAccountUrl(`data/entry/?date=${date}`));
  await checkLayout();
  await page.goto(buildAccountUrl(`data/entry/?date=${date}&type=exercise&activity=1`));
  await page.locator('main form button').press('Enter');
  await page.getByRole('alert').waitFor();
  await checkLayout();
  await page.goto(buildAccountUrl('password/'));
  await page.locator('#current').fill('wrong');
  for (const id of ['#next', '#repeated'])
    await page.locator(id).fill('another horse entirely');
  await page.locator('main form button').click();
  await page.getByRole('alert').waitFor();
  await check();
  await page.goto(buildAccountUrl('tokens/'));
  await page.locator('#name').fill('Sicherung');
  await page.locator('#current').fill(user.password);
  await page.locator('[value=create]').press('Enter');
  await page.getByRole('alert').waitFor();
  await checkLayout();
  await page.locator('#read').check();
  await page.locator('#current').fill(user.password);
  await page.locator('[value=create]').press('Enter');
  await page.getByRole('status').waitFor();
  await page.locator('details.danger summary').press('Enter');
  await checkLayout();
  await page.goto(buildAccountUrl('settings/'));
  await page.locator('#display_name').fill('\u200b');
  await page.locator('main form button').click();
  await page.getByRole('alert').waitFor();
  await check();
  await page.goto(buildAccountUrl('portal/'));
  await page.locator('#name').fill('Wanderkarten');
  await page.locator('#redirect_uri_1').fill('http://app.example/');
  await page.locator('main form button').click();
  await page.getByRole('alert').waitFor();
  await check();
  await page.locator('#redirect_uri_1').fill('https://app.example/');
  await page.locator('[id="diary.read"]').check();
  await page.locator('main form button').click();
  await page.getByRole('status').waitFor();
  await check();
  await page.goto(buildAccountUrl('portal/'));
  await page.locator('main .card a').click();
  await page.locator('details.danger summary').press('Enter');
  await check();
  const applicationId = new URL(page.url()).searchParams.get('id') ?? '';
  const webhook = await addWebhook(applicationId, { state: 'degraded' });
  await page.goto(buildAccountUrl(`portal/webhook/?id=${applicationId}`));
  await page.locator('#url').fill('http://app.example/events');
  await page.locator('main form button').click();
  await page.getByRole('alert').waitFor();
  await check();
  await page.goto(`${page.url()}&webhook=${webhook.id}`);
  await page.locator('details.more summary').first().press('Enter');
  await page.locator('details.danger summary').press('Enter');
  await check();
  await page.goto(buildAccountUrl('privacy/'));
  await page.locator('[value=restrict]').press('Enter');
  await page.getByRole('status').waitFor();
  await check();
  await page.goto(buildAccountUrl('privacy/?continue=account'));
  await check();
  await page.goto(`${urls.auth}/v7.0/openid/logout/`);
  await check();
  await page.goto(`${urls.auth}/v7.0/nowhere/`);
  await page.getByRole('heading', { name: 'Seite nicht gefunden' }).waitFor();
  await expectNoViolations(page, 'de');

  await page.goto(buildAccountUrl('deletion/'));
  const passwords = [
    { password: 'wrong', shown: '[role=alert]' },
    { password: user.password, shown: '[value=keep]' },
  ];
  await page.locator('details.danger summary').press('Enter');
  for (const { password, shown } of passwords) {
    await page.locator('#current').fill(password);
    await page.locator('[value=delete]').press('Enter');
    await page.locator(shown).waitFor();
    await check();
  }
  await page.context().clearCookies();
  await page.goto(buildAccountUrl());
  await person.signIn();
  await page.getByRole('heading', { name: 'Ihr Konto bleibt erhalten' }).waitFor();
  await check();

  const unchecked = pages.map(({ id }) => id).filter((id) => !checked.has(id));
  expect(unchecked).toEqual(pagesCheckedElsewhere);
  // The number of different pages in other states, so none was skipped because of a redirect.
  expect(titles.size).toBe(28);
  await person.leave();
});
