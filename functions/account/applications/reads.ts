import type { Grant } from '#functions/auth/grant/grant.ts';
import { listUnitsByTime } from '#shared/quota/quotas.ts';
import {
  type DataKind,
  dataKinds,
  listReadMarks,
  type ReadMark,
} from '#shared/quota/read-marks.ts';
import type { Use } from '#shared/quota/use.store.ts';
import { compact } from '#shared/runtime/compact.ts';

/** The use of an application by a person on one day (UTC). */
export interface ApplicationUse {
  client_id: string;
  date: string;
  units: unknown;
  units_by_time: Readonly<Record<string, number>>;
  reads: readonly ReadMark[];
}

/** Returns the use that an item has. */
export function toApplicationUse(item: Use & { sk: string }): ApplicationUse {
  const [, date = '', client_id = ''] = item.sk.split('#');
  return {
    client_id,
    date,
    units: item.day,
    units_by_time: listUnitsByTime(item),
    reads: listReadMarks(item),
  };
}

/** The reads of a user's data by a client on one day (UTC). */
export interface ReadMarkOfDay extends ReadMark {
  client_id: string;
  date: string;
}

/** The reads of one kind of data by a client on all days that are kept. */
export interface KindOfReads extends ReadMark {
  /** The last day (UTC) on which it was read. */
  last_read_on: string;
}

/** Sums the marks of a client by the kind of data, in the order of the kinds. */
export function sumReads(marks: readonly ReadMarkOfDay[]): KindOfReads[] {
  return dataKinds.flatMap((kind) => sumKind(kind, marks) ?? []);
}

function sumKind(
  kind: DataKind,
  marks: readonly ReadMarkOfDay[],
): KindOfReads | undefined {
  const ofKind = marks.filter((mark) => mark.kind === kind);
  const days = ofKind.map(({ date }) => date).sort();
  const last_read_on = days.at(-1);
  if (last_read_on === undefined) return undefined;
  const earliest = ofKind.flatMap(({ earliest_date }) => earliest_date ?? []).sort();
  const latest = ofKind.flatMap(({ latest_date }) => latest_date ?? []).sort();
  return {
    kind,
    reads: ofKind.reduce((sum, { reads }) => sum + reads, 0),
    last_read_on,
    ...compact({ earliest_date: earliest.at(0), latest_date: latest.at(-1) }),
  };
}

/** A client, and what it has read of the user's data, the latest first. */
export interface ReadingClient {
  client_id: string;
  /** Undefined if no grant is left that has it. */
  name: string | undefined;
  marks: readonly ReadMarkOfDay[];
}

/** Lists the clients that have read data, with their names in the grants of the user. */
export function listReaders(
  marks: readonly ReadMarkOfDay[],
  grants: readonly Grant[],
): ReadingClient[] {
  const names = new Map(
    grants.map(({ client_id, application_name }) => [client_id, application_name]),
  );
  const byClient = [...Map.groupBy(marks, ({ client_id }) => client_id)];
  return byClient.map(([client_id, ofClient]) => ({
    client_id,
    name: names.get(client_id),
    marks: ofClient,
  }));
}
