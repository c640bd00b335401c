import { type Command, InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { type IsTrustedProxy, trustProxies } from '../local/http/request-head.ts';
import type { ServicePublicAccess } from '../local/servers.ts';

const defaultProxies = '127.0.0.1,::1';

/** The values of the options about the proxy. */
interface PublicOptions {
  mainUrl?: string;
  authUrl?: string;
  diaryUrl?: string;
  cdnUrl?: string;
  mcpUrl?: string;
  trustedProxy?: IsTrustedProxy;
}

/** The options for a service behind a proxy that terminates TLS. */
export const publicOptions = {
  mainUrl: createUrlOption('--main-url <url>', 'public address of the main API'),
  authUrl: createUrlOption('--auth-url <url>', 'public address of the sign-in pages'),
  diaryUrl: createUrlOption('--diary-url <url>', 'public address of the diary API'),
  cdnUrl: createUrlOption('--cdn-url <url>', 'public address of the images'),
  mcpUrl: createUrlOption(
    '--mcp-url <url>',
    'public address for assistants (default: that of the main API, with the path /mcp)',
  ),
  trustedProxy: new Option(
    '--trusted-proxy <addresses>',
    `addresses or networks of the proxy, separated by commas (default: ${defaultProxies})`,
  ).argParser(parseProxies),
} as const;

function createUrlOption<Flags extends string>(flags: Flags, description: string) {
  return new Option(flags, description).argParser(parsePublicUrl);
}

/** Returns the URL without a trailing slash. Throws if it has a path or is not https. */
function parsePublicUrl(text: string): string {
  const url = URL.parse(text);
  if (url?.protocol !== 'https:' || url.href !== `${url.origin}/`)
    throw new InvalidArgumentError(
      'Expected https and a host without a path, e.g. https://api.example.org.',
    );
  return url.origin;
}

function parseProxies(text: string): IsTrustedProxy {
  const entries = text.split(',');
  try {
    return trustProxies(entries.map((entry) => entry.trim()));
  } catch (error) {
    throw new InvalidArgumentError((error as Error).message);
  }
}

/** Returns why a set of URLs is incomplete or ambiguous, or undefined if it is neither. */
function findProblem(urls: readonly (string | undefined)[]): string | undefined {
  const given = urls.filter((url) => url !== undefined);
  if (given.length < urls.length)
    return '--main-url, --auth-url, --diary-url and --cdn-url are required together';
  if (new Set(given).size < given.length)
    return 'the public addresses must differ in their host, port or path';
  return undefined;
}

/**
 * Returns how clients reach the service, or undefined if none of these options is given. Ends with
 * a usage error if some of the URLs are missing or equal.
 */
export function readPublicAccess(
  program: Pick<Command, 'error'>,
  options: PublicOptions,
): ServicePublicAccess | undefined {
  const { mainUrl, authUrl, diaryUrl, cdnUrl, trustedProxy } = options;
  const mcpUrl = options.mcpUrl ?? (mainUrl && `${mainUrl}/mcp`);
  const urls = [mainUrl, authUrl, diaryUrl, cdnUrl, mcpUrl];
  const isLocal = [...urls, trustedProxy].every((value) => value === undefined);
  if (isLocal) return undefined;

  const problem = findProblem(urls);
  if (problem !== undefined) program.error(`error: ${problem}`);

  const [main = '', auth = '', diary = '', cdn = '', mcp = ''] = urls;
  const isTrustedProxy = trustedProxy ?? parseProxies(defaultProxies);
  return { urls: { main, auth, diary, cdn, mcp }, isTrustedProxy };
}
