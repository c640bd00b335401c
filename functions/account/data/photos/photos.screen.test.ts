import { expect, inject, it } from 'vitest';
import { imageKeys } from '#functions/main/image/image.keys.ts';
import { callHandler } from '#kit/call-handler.ts';
import { newPerson, table } from '#kit/fixtures.ts';
import { putItems } from '#kit/put-items.ts';
import { newTestBrowser } from '#kit/test-browser.ts';
import { newId } from '#shared/runtime/ids.ts';
import { toOwnedAttributes } from '#shared/table/keys.ts';
import { photosPerPage } from './photos.page.ts';

const { urls } = inject('service');
const path = `${urls.auth}/v7.1/oauth2/account/data/photos/`;
const start = Date.parse('2026-11-20T12:00:00Z');

/** Stores images of a user, one each minute, as releases up to 0.6.0 did. Returns their ids. */
async function storeImages(user_id: string, hrefs: readonly string[]): Promise<string[]> {
  const items = hrefs.map((href, minute) => {
    const at = new Date(start + minute * 60_000);
    const id = newId(at);
    const key = imageKeys.image(id);
    const owned = toOwnedAttributes(user_id, key);
    return { ...key, ...owned, id, user_id, href, created_datetime: at.toISOString() };
  });
  await putItems(items);
  return items.map(({ id }) => id);
}

async function openPhotos(hrefs: readonly string[]) {
  const person = await newPerson();
  const ids = await storeImages(person.user_id, hrefs);
  const browser = newTestBrowser(callHandler, urls.auth);
  await browser.signIn(person);
  return { browser, ids, page: await browser.open(path) };
}

it('lists photos with the date, and the kind and number of what they belong to', async () => {
  const { page, ids } = await openPhotos([
    '/v7.1/page/1337',
    '/v7.0/activity_story/a%26b/',
  ]);
  const titles = [...page.text.matchAll(/<h2>(.*?)<\/h2>/g)].map(([, title]) => title);
  expect(titles).toEqual(['Activity story a&amp;b', 'Page 1337']);
  expect(page.text).toContain('November 20, 2026');
  for (const id of ids) expect(page.text).toContain(`href="${urls.cdn}/images/${id}"`);
});

it('deletes the photo that is chosen, and no other one', async () => {
  const { browser, ids } = await openPhotos(['/v7.1/page/1', '/v7.1/page/2']);
  const [first = '', second = ''] = ids;
  const deleted = await browser.submit({ image: first });
  expect(deleted.text).toContain('The photo is deleted.');
  expect(deleted.text).not.toContain(first);
  expect(deleted.text).toContain(second);
  expect(await table().get(imageKeys.image(first))).toBeUndefined();

  const [foreign = ''] = await storeImages((await newPerson()).user_id, ['/v7.1/page/3']);
  const refused = await browser.submit({ image: foreign });
  expect(refused.text).toContain('There is no such photo.');
  expect(await table().get(imageKeys.image(foreign))).toBeDefined();
});

it('has pages, on which it stays after a deletion', async () => {
  const hrefs = Array.from({ length: photosPerPage + 2 }, (_, i) => `/v7.1/page/${i}`);
  const { browser, ids, page } = await openPhotos(hrefs);
  const [oldest = '', older = ''] = ids;
  expect(page.text).not.toContain('Page 1<');
  const next = await browser.open(`${path}?from=${older}`);
  expect(page.text).toContain(`from=${older}"`);
  expect(next.text).toContain('Newest photos');
  const deleted = await browser.submit({ image: older });
  expect(deleted.text).toContain(oldest);
  expect(deleted.text).not.toContain('Page 2<');
  const emptied = await browser.submit({ image: oldest });
  expect(emptied.text).toContain('No older photos');
  expect(emptied.text).toContain('Newest photos');
});
