import diaryList from '#functions/diary/entry/list/endpoint.ts';
import message from '#functions/mcp/message/endpoint.ts';
import { porridge } from '#kit/diary.ts';
import { buildMcpRequest } from '#kit/mcp.ts';
import { prepareSamples } from './cold-sample.ts';
import { createStart, formatSamples, startInTurn } from './cold-start.ts';
import {
  type BenchRequest,
  buildBenchmarkEvent,
  buildToolCall,
  type MeasuredRequest,
} from './events.ts';
import { markdownTable } from './report.ts';
import type { Bench, Section } from './service-under-bench.ts';

const date = '2026-11-20';
const foods = Array.from({ length: 20 }, () => ({ ...porridge, date }));

/** So many later messages that the code of the last half of them is compiled. */
const repeats = 400;

function toMessage(title: string, request: BenchRequest): MeasuredRequest {
  return { title, id: 'mcp/message', endpoint: message, request };
}

const cases: readonly MeasuredRequest[] = [
  toMessage('server/discover', buildMcpRequest('server/discover')),
  toMessage('tools/list', buildMcpRequest('tools/list')),
  toMessage('get_day', buildToolCall('get_day', { date })),
  toMessage('summarize_days', buildToolCall('summarize_days', { from: date, to: date })),
  {
    title: '(the day by the interface)',
    id: 'diary/entry/list',
    endpoint: diaryList,
    request: { query: { entry_date: date, fields: 'all' } },
  },
];

async function toStart({ title, id, endpoint, request }: MeasuredRequest, bench: Bench) {
  const event = await buildBenchmarkEvent(endpoint, bench, request);
  const callsStore = !['server/discover', 'tools/list'].includes(title);
  return { ...createStart({ id, event, callsStore }), id: title, repeats };
}

/** Measures messages of assistants in new and in warm processes, about a day with 20 foods. */
export const agentMessages: Section = async (bench) => {
  const options = { host: 'diary', json: { items: foods } } as const;
  const { status, text } = await bench.asUser('POST', '/v2/diary', options);
  if (status !== 201) throw new Error(`The diary refused the foods: ${text}`);
  const starts = await Promise.all(cases.map((each) => toStart(each, bench)));
  const takeSample = await prepareSamples(bench.environment);
  const measured = await startInTurn(starts, bench.runs, takeSample);
  const rows = await Promise.all(measured.map(formatSamples));
  const columns = ['KB', 'load ms', 'load + first answer ms', 'CPU ms of the process'];
  return markdownTable(['message', ...columns, 'CPU ms when warm'], rows);
};
