import { styleText } from 'node:util';
import type { LocalService } from '../local/service.ts';
import { alignColumns } from '../terminal/columns.ts';

/** Formats what `npm start` prints for a service behind a proxy. It shows no secret. */
export function formatPublicAnnouncement(
  { urls, listeningUrls }: Pick<LocalService, 'urls' | 'listeningUrls'>,
  data: string,
): string {
  const names = ['main', 'auth', 'diary', 'cdn'] as const;
  const addresses = names.map((name) => [
    name,
    urls[name],
    `proxy to ${listeningUrls[name]}`,
  ]);
  const rows = alignColumns([...addresses, ['data', data]]);

  return [
    '',
    styleText('bold', 'The fitness data service'),
    ...rows.map((row) => `  ${row}`),
    '',
    'Create users and applications with npm run admin -- --help; see docs/self-hosting.md.',
    '',
  ].join('\n');
}
