import { expect, it } from 'vitest';
import { getErrorShape } from '#shared/contract/endpoint.ts';
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
