import type { Host } from '#shared/contract/endpoint.ts';
import type { EndpointEntry } from '../definitions.ts';
import { markdownTable } from './markdown-table.ts';
import type { Reference } from './reference.ts';
import { callers, hosts } from './words.ts';

const head = ['Method', 'Path', 'Versions', 'Open to', 'Purpose'];

function row({ endpoint }: EndpointEntry): string[] {
  const { method, path, versions, auth, summary } = endpoint;
  return [method, `\`${path}\``, versions.join(', '), callers[auth], summary];
}

function table(host: Host, entries: readonly EndpointEntry[]): string {
  return `Under \`{${hosts[host].name}}\`:

${markdownTable(head, entries.map(row))}
`;
}

/** The endpoints of each host, in Markdown. */
export function endpointTable({ entries }: Reference): string {
  const byHost = Map.groupBy(entries, ({ endpoint }) => endpoint.host);
  return [...byHost].map(([host, ofHost]) => table(host, ofHost)).join('\n');
}

const place = /(<!-- endpoints -->\n).*?(<!-- \/endpoints -->)/s;

/** Puts the table between its markers in a text; undefined where the text has none. */
export function insertTable(text: string, endpoints: string): string | undefined {
  return place.test(text)
    ? text.replace(place, (_, open, close) => `${open}\n${endpoints}\n${close}`)
    : undefined;
}
