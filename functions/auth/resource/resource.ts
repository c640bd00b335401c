import type { TokenTarget } from '#functions/auth/grant/grant.ts';
import { failure, type Result, success } from '#shared/runtime/result.ts';

/** The base URLs of the hosts that accept tokens. */
export interface ResourceUrls {
  main: string;
  diary: string;
  mcp: string;
}

/** Lists the URLs with which tokens of an audience can be used. */
export function listAudienceUrls(
  { audience }: TokenTarget,
  urls: ResourceUrls,
): string[] {
  return audience === 'mcp' ? [urls.mcp] : [urls.main, urls.diary];
}

/**
 * Returns what the values of `resource` ask for, or undefined if there are none. Fails with the
 * reason if one is not a host of this service, or if they are of two audiences (RFC 8707 section
 * 2).
 */
export function findTarget(
  sent: unknown,
  urls: ResourceUrls,
): Result<TokenTarget | undefined, string> {
  const resources = [sent].flat().filter((value) => value !== undefined && value !== '');
  if (resources.length === 0) return success(undefined);
  const targets: readonly TokenTarget[] = [{}, { audience: 'mcp' }];
  const target = targets.find((candidate) => {
    const known = listAudienceUrls(candidate, urls).map(normalizeUrl);
    return resources.every((resource) => known.includes(normalizeUrl(resource)));
  });
  if (target) return success(target);
  const ofInterfaces = listAudienceUrls({}, urls).join(' and ');
  return failure(`resource must be ${urls.mcp}, or else among ${ofInterfaces}`);
}

/** Returns a URL as it is compared: its scheme and host in lower case, no slash at its end. */
function normalizeUrl(resource: unknown): string | undefined {
  const isUrl = typeof resource === 'string' && URL.canParse(resource);
  return isUrl ? new URL(resource).href.replace(/\/$/, '') : undefined;
}

/**
 * Returns what a client asks for that may have tokens of one audience only. Without a resource it
 * asks for this audience.
 */
export function limitTarget(
  target: Result<TokenTarget | undefined, string>,
  { audience }: TokenTarget,
  urls: ResourceUrls,
): Result<TokenTarget | undefined, string> {
  if (!target.ok || audience === undefined) return target;
  const { value = { audience } } = target;
  if (value.audience === audience) return success({ audience });
  return failure(`this client may ask only for ${urls.mcp}`);
}
