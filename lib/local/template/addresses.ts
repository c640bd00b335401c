import type { Api } from './api.ts';
import { buildExecuteApiHost } from './identity.ts';
import type { Stack } from './stack.ts';

/** The local URL of each API and of the CDN, without a trailing slash. */
export interface LocalUrls {
  main: string;
  auth: string;
  diary: string;
  cdn: string;
}

interface Replacement {
  from: string;
  to: string;
}

function listHostReplacements(host: string, url: string): Replacement[] {
  return [
    { from: `https://${host}`, to: url },
    { from: host, to: new URL(url).host },
  ];
}

/** Lists the replacements for an API. Its invoke URL has a stage, which local URLs do not have. */
function listApiReplacements({ id, stage }: Api, url: string): Replacement[] {
  const host = buildExecuteApiHost(id);
  const invokeUrl = `https://${host}/${stage}`;
  return [{ from: invokeUrl, to: url }, ...listHostReplacements(host, url)];
}

/**
 * Creates the function that replaces AWS addresses with local addresses: the invoke URL of an API,
 * the domain of a distribution, and the host names of both.
 */
export function createAddressReplacer(
  stack: Stack,
  apis: Readonly<Record<'main' | 'auth' | 'diary', Api>>,
  urls: LocalUrls,
): (text: string) => string {
  const distributions = stack.listResources('AWS::CloudFront::Distribution');
  const replacements = [
    ...listApiReplacements(apis.main, urls.main),
    ...listApiReplacements(apis.auth, urls.auth),
    ...listApiReplacements(apis.diary, urls.diary),
    ...distributions.flatMap(({ logicalId }) =>
      listHostReplacements(stack.getAttribute(logicalId, 'DomainName'), urls.cdn),
    ),
  ];

  return (text) => {
    let result = text;
    for (const { from, to } of replacements) result = result.replaceAll(from, to);
    return result;
  };
}
