import type { Host } from '#shared/contract/endpoint.ts';
import type { EndpointEntry } from '../../definitions.ts';
import { describeAuth, hosts } from './labels.ts';
import { renderMarkdownTable } from './markdown-table.ts';
import type { ApiReference } from './reference.ts';

const head = ['Method', 'Path', 'Versions', 'Auth', 'Purpose'];

/** Renders the table of endpoints of each host, in Markdown. */
export function renderEndpointTable({ entries }: ApiReference): string {
  const byHost = Map.groupBy(entries, ({ endpoint }) => endpoint.host);
  const tables: string[] = [];
  for (const [host, hostEntries] of byHost) {
    tables.push(renderHost(host, hostEntries));
  }
  return tables.join('\n');
}

function renderHost(host: Host, entries: readonly EndpointEntry[]): string {
  return `Under \`{${hosts[host].name}}\`:

${renderMarkdownTable(head, entries.map(renderRow))}
`;
}

function renderRow({ endpoint }: EndpointEntry): string[] {
  return [
    endpoint.method,
    `\`${endpoint.path}\``,
    endpoint.versions.join(', '),
    describeAuth(endpoint),
    endpoint.summary,
  ];
}
