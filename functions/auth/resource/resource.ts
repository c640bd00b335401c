import type { TokenTarget } from '#functions/auth/grant/grant.ts';
import type { Audience } from '#shared/contract/endpoint.ts';
import { failure, type Result, success } from '#shared/runtime/result.ts';
import type { ResourceUrls } from './protected-resource.ts';

/** The audience that the `resource` of a request names: undefined if none, or why it is refused. */
export type RequestedTarget = Result<TokenTarget | undefined, string>;

/** Returns the audience that a request asks for, undefined for the interfaces. */
export function getAudience(target: RequestedTarget): Audience | undefined {
  return target.ok ? target.value?.audience : undefined;
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
export function findTarget(sent: unknown, urls: ResourceUrls): RequestedTarget {
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
  target: RequestedTarget,
  { audience }: TokenTarget,
  urls: ResourceUrls,
): RequestedTarget {
  if (!target.ok || audience === undefined) return target;
  const { value = { audience } } = target;
  if (value.audience === audience) return success({ audience });
  return failure(`this client may ask only for ${urls.mcp}`);
}
