import entryCreation from '#functions/diary/entry/create/endpoint.ts';
import entryList from '#functions/diary/entry/list/endpoint.ts';
import dataSourceList from '#functions/main/data-source/list/endpoint.ts';
import { issueUserToken } from '#kit/fixtures.ts';
import { buildLoadRequest } from '../load/build-load-request.ts';
import { type LoadRequest, type LoadSender, startLoadSender } from '../load/load.ts';
import { readEngineCpu } from '../profile/engine-cpu.ts';
import { markdownTable } from '../report.ts';
import type { BenchRequest } from '../requests.ts';
import { type Bench, listedItems, type Section } from '../service-under-bench.ts';
import { median } from '../statistics.ts';
import { measureInTurn, readOwnCpu, type Sample } from './contenders.ts';
import { type FitTrackee, startFitTrackee } from './fittrackee.ts';

/** The same work in both services: requests to this one, and requests to FitTrackee. */
interface Comparison {
  title: string;
  own: readonly LoadRequest[];
  peer: readonly LoadRequest[];
}

/** Fewer than for other peers, because FitTrackee would need seconds for more. */
const requestsPerRound = 200;

/** The days for which items are created: many, so no day reaches its limit. */
const days = Array.from({ length: 1500 }, (_, day) =>
  new Date(Date.UTC(2015, 0, 1 + day)).toISOString().slice(0, 10),
);

function buildEntry(date: string): BenchRequest {
  const run = { type: 'exercise', exercise: { id: '134026256871277' }, duration: 1800 };
  const energy = { unit: 'calories', value: 254.5 };
  return { json: { items: [{ ...run, energy, date }] } };
}

/** Builds the requests of FitTrackee: the list of workouts, and their creation without a file. */
function buildPeerRequests({ url, token }: FitTrackee) {
  const headers = {
    Authorization: `Bearer ${token}`,
    'Content-Type': 'application/json',
  };
  const workout = { sport_id: 1, duration: 1800, distance: 5 };
  return {
    list: {
      url: `${url}/workouts?per_page=${listedItems}`,
      method: 'GET',
      headers,
      body: null,
    },
    creations: days.map((day) => ({
      url: `${url}/workouts/no_gpx`,
      method: 'POST',
      headers,
      body: JSON.stringify({ ...workout, workout_date: `${day} 08:00` }),
    })),
  };
}

/** Builds the requests of this service, and creates the items of the lists. */
async function buildOwnRequests(bench: Bench, sender: LoadSender) {
  const token = await issueUserToken(bench.user, bench.client);
  const build = (
    endpoint: Parameters<typeof buildLoadRequest>[0],
    request: BenchRequest,
  ) => buildLoadRequest(endpoint, bench, token, request);

  const listedDay = '2010-01-01';
  const item = await build(entryCreation, buildEntry(listedDay));
  await sender.send({ requests: [item], count: listedItems });

  const query = { entry_date: listedDay, 'fields[]': 'all' };
  return {
    dataSources: await build(dataSourceList, {}),
    day: await build(entryList, { query }),
    creations: await Promise.all(
      days.map((date) => build(entryCreation, buildEntry(date))),
    ),
  };
}

async function listComparisons(
  bench: Bench,
  peer: FitTrackee,
  sender: LoadSender,
): Promise<Comparison[]> {
  const own = await buildOwnRequests(bench, sender);
  const { list, creations } = buildPeerRequests(peer);
  // One at a time, because FitTrackee fails if the first two workouts of a user come together.
  for (let i = 0; i < listedItems; i++)
    await sender.send({ requests: creations, count: 1 });
  return [
    { title: `list ${listedItems} data sources`, own: [own.dataSources], peer: [list] },
    { title: `list ${listedItems} entries of a day`, own: [own.day], peer: [list] },
    { title: 'create an exercise', own: own.creations, peer: creations },
  ];
}

function formatRow(
  title: string,
  own: readonly Sample[],
  peer: readonly Sample[],
): (string | number)[] {
  const takeMedian = (samples: readonly Sample[], member: keyof Sample) =>
    median(samples.map((sample) => sample[member]));
  const formatRatio = (member: keyof Sample) => {
    const ratios = own.map((sample, i) => sample[member] / (peer[i]?.[member] ?? 0));
    return median(ratios).toFixed(2);
  };
  return [
    title,
    Math.round(takeMedian(own, 'perSecond')),
    Math.round(takeMedian(peer, 'perSecond')),
    formatRatio('perSecond'),
    takeMedian(own, 'cpu').toFixed(2),
    takeMedian(peer, 'cpu').toFixed(2),
    formatRatio('cpu'),
  ];
}

const columns = [
  'requests a second',
  'of FitTrackee',
  'ratio',
  'CPU ms with the store',
  'of FitTrackee',
  'ratio',
];

const explanation =
  'FitTrackee 0.8.13 runs with gunicorn, as many workers as cores, and PostgreSQL. It lists and\n' +
  'creates workouts. The rows of this service go through the local runner.';

async function compareWith(peer: FitTrackee, bench: Bench): Promise<string> {
  using sender = startLoadSender();
  const readCpu = () => readOwnCpu() + (readEngineCpu([sender.pid, peer.pid]) ?? 0);
  const rows: (string | number)[][] = [];
  for (const comparison of await listComparisons(bench, peer, sender)) {
    const { title } = comparison;
    const contenders = [
      { title, requests: comparison.own, readCpu },
      { title, requests: comparison.peer, readCpu: peer.readCpu },
    ];
    const [own = [], other = []] = await measureInTurn(
      contenders,
      sender,
      requestsPerRound,
    );
    rows.push(formatRow(title, own, other));
  }
  return `${markdownTable(['request', ...columns], rows)}\n\n${explanation}`;
}

/** Compares lists and creations with those of FitTrackee, if the options name its Python. */
export const besideFitTrackee: Section = async (bench) => {
  if (bench.fittrackee === undefined)
    return 'Not measured: it needs Python with FitTrackee, see `npm run bench -- --help`.';

  using peer = await startFitTrackee(bench.fittrackee);
  return await compareWith(peer, bench);
};
