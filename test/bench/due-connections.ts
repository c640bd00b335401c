import { fork } from 'node:child_process';
import { join } from 'node:path';
import { receiveMessage } from './child-process.ts';
import { formatRecords } from './report.ts';
import type { Section } from './service-under-bench.ts';
import { formatWebhookFigures, type WebhookFigures } from './webhook-load.ts';

/** Figures about the first syncs of many connections that were due at once. */
export interface DueFigures {
  provider: string;
  /** The workouts that were imported. */
  created: number;
  perSecond: number;
  /** CPU time of the functions, the runner and the stand-in for each workout. */
  cpuMs: number;
  /** Calls for each workout. */
  storeCalls: number;
  /** The minutes until all were synchronized, by the clock of the service. */
  minutes: number;
  /** The most requests to the provider in a minute. */
  maxCallsPerMinute: number;
  /** The number of requests a minute that the provider accepts. */
  limit: number;
  /** The median while 10 to 30 % of the connections were synchronized, in MB. */
  earlyMemory: number;
  /** The median while the last 20 % were synchronized, in MB. */
  lateMemory: number;
  /** In MB. */
  peakMemory: number;
}

/** All figures of the section. */
export interface SyncFigures {
  due: DueFigures[];
  webhooks: WebhookFigures;
}

const connections = 1000;
const workouts = 60;

async function measureInChild(): Promise<SyncFigures> {
  const program = join(import.meta.dirname, 'due-child.ts');
  const child = fork(program, [String(connections), String(workouts)]);
  const figures = await receiveMessage<SyncFigures>(child);
  child.disconnect();
  return figures;
}

const columns = {
  provider: 'provider',
  created: 'workouts',
  perSecond: 'workouts a second',
  cpuMs: 'CPU ms a workout',
  storeCalls: 'store calls a workout',
  minutes: 'minutes until all are done',
  maxCallsPerMinute: 'requests a minute at most',
  limit: 'its limit',
  earlyMemory: 'MB early',
  lateMemory: 'MB late',
  peakMemory: 'MB at most',
};

const explanation = `${connections} connections are due at once, each with two workouts a day in the last 30 days. The
clock of the service moves only between two runs of the schedule, so the minutes and the requests
a minute do not depend on the machine. CPU time and memory are those of the functions, the runner
and the stand-in of the provider in one process. Early and late memory are medians: while 10
to 30 % of the connections were done, and while 80 to 100 % were. A workout takes a read and
a write of its record and a write of its day; workouts of one day on one page share the write of
the day, and up to 48 workouts one transaction.`;

/** Measures the first sync of many connections that are due at once. */
export const dueConnections: Section = async () => {
  const { due, webhooks } = await measureInChild();
  const table = formatRecords(columns, due);
  return `${table}\n\n${explanation}\n\n${formatWebhookFigures(webhooks)}`;
};
