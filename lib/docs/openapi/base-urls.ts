import type { Host, PathPrefix } from '#shared/contract/endpoint.ts';
import {
  authInterface,
  diaryInterface,
  mainInterface,
} from '#shared/contract/interfaces.ts';
import { hosts } from '../reference/labels.ts';

/** The base URL of each host. */
export type HostUrls = Readonly<Record<Host, string>>;

/** The base URLs of `npm start`, which the committed documents have. */
export const localUrls: HostUrls = {
  main: hosts.main.local,
  auth: hosts.auth.local,
  diary: hosts.diary.local,
};

const interfaces = { main: mainInterface, auth: authInterface, diary: diaryInterface };

/** Lists the versions of a host, newest first. */
export function listVersions(host: Host): readonly PathPrefix[] {
  return interfaces[host].versions.toReversed();
}

/** A server of an OpenAPI document or path. */
interface Server {
  url: string;
  description?: string;
}

/** Builds the servers of a host: its URL under each version, newest first. */
export function buildServers(host: Host, baseUrls: HostUrls): Server[] {
  const [newest, ...older] = listVersions(host);
  const newestServer = {
    url: `${baseUrls[host]}/${newest}`,
    description: hosts[host].description,
  };
  return [
    newestServer,
    ...older.map((version) => ({
      url: `${baseUrls[host]}/${version}`,
      description: `The same under ${version}, for older clients.`,
    })),
  ];
}

/** Builds the servers of a path. Returns undefined if the path has all versions of its host. */
export function buildOwnServers(
  host: Host,
  versions: readonly PathPrefix[],
  baseUrls: HostUrls,
): Server[] | undefined {
  const hostVersions = listVersions(host);
  const hasAllVersions = hostVersions.every((version) => versions.includes(version));
  if (hasAllVersions) return undefined;
  return versions.map((version) => ({ url: `${baseUrls[host]}/${version}` }));
}
