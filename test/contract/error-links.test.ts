import { expect, it } from 'vitest';
import { getErrorShape, getRequestMethods } from '#shared/contract/endpoint.ts';
import { endpoints, newOwner } from './endpoint-requests.ts';
import { listLinks } from './links.ts';

const withErrorLinks = endpoints.filter(
  ({ endpoint }) => getErrorShape(endpoint) === 'hal' && endpoint.auth !== 'public',
);

const withErrorPages = endpoints.filter(
  ({ endpoint }) => getErrorShape(endpoint) === 'page',
);

it.each(withErrorPages)(
  'the pages about errors of $id know the address of the account',
  ({ endpoint: { baseUrls = [] } }) => {
    expect(baseUrls).toContain('auth');
  },
);

const { send: asOwner } = await newOwner();

const linkStatuses = new Map<string, Promise<number>>();

/** Returns the status of a link, which is fetched once for all errors that contain it. */
function getLinkStatus(href: string): Promise<number> {
  const status =
    linkStatuses.get(href) ?? asOwner('GET', href).then(({ status }) => status);
  linkStatuses.set(href, status);
  return status;
}

it.each(withErrorLinks)(
  'the errors of $id have only links that can be read',
  async ({ endpoint: { method, path, versions } }) => {
    for (const version of versions) {
      // No endpoint accepts this limit, so a list responds with an error.
      const url = `/${version}${path.replace('{id}', 'unknown')}?limit=x`;
      const { status, body } = await asOwner(method, url);
      // An unknown item has no link that could be read.
      if (status < 400 || (status !== 404 && path.includes('{'))) continue;
      for (const href of listLinks(body))
        expect(await getLinkStatus(href), href).toBe(200);
    }
  },
);

const halPaths = Map.groupBy(
  endpoints.filter(({ endpoint }) => getErrorShape(endpoint) === 'hal'),
  ({ endpoint: { path } }) => path,
);

it.each([...halPaths])(
  'a wrong method of %s has only links of its version, that can be read',
  async (path, entries) => {
    const methods = entries.flatMap(({ endpoint }) => getRequestMethods(endpoint));
    const wrong = (['PATCH', 'DELETE'] as const).find((name) => !methods.includes(name));
    const versions = entries[0]?.endpoint.versions ?? [];
    for (const version of versions) {
      const url = `/${version}${path.replaceAll(/\{\w+\}/g, 'unknown')}`;
      const { status, body } = await asOwner(wrong ?? 'PUT', url);
      expect(status).toBe(405);
      // An unknown item has no link that could be read.
      const links = [...listLinks(body)].filter((href) => !href.includes('unknown'));
      expect(links.length).toBeGreaterThan(0);
      for (const href of links) {
        expect(href.startsWith(`/${version}/`), href).toBe(true);
        expect(await getLinkStatus(href), href).toBe(200);
      }
    }
  },
);
