import { compact } from '#shared/runtime/compact.ts';
import type { FileLine } from '../file-line.ts';
import { createChangeCounter } from '../formats/file-changes.ts';
import type { ExportPart, SeriesPart, ValuesPart } from '../own-export/list-parts.ts';
import { importMeasurements } from '../run/import-measurements.ts';
import {
  addRefused,
  buildRowsLine,
  orAbsent,
  type RowsOutcome,
  toPartState,
} from '../run/import-rows.ts';
import type { JobRun } from '../run/import-run.store.ts';
import { storeExportedSeries } from './exported-series.store.ts';
import { importEntries } from './import-entries.ts';
import { importImages } from './import-images.ts';
import type { ExportRunContext } from './run-export-import.ts';

/** The line of a part, and the number of entries that it has created. */
interface DonePart {
  line: FileLine;
  created: number;
}

/** Imports a part of an export. Returns undefined if the run has ended. */
export async function importPart(
  deps: ExportRunContext,
  run: JobRun,
  part: ExportPart,
  madeAt: number,
): Promise<DonePart | undefined> {
  const { number, name } = part;
  const done = await importKind(deps, run, part, madeAt);
  return done && { created: done.created, line: { number, name, ...done.line } };
}

async function importKind(
  deps: ExportRunContext,
  run: JobRun,
  part: ExportPart,
  madeAt: number,
): Promise<RowsOutcome | undefined> {
  switch (part.kind) {
    case 'entries':
      return importEntries(deps, run, part, madeAt);
    case 'values':
      return importValues(deps, run, part);
    case 'series':
      return importSeries(deps, run, part, madeAt);
    case 'images':
      return importImages(deps, run, part);
    case 'unread':
      return { created: 0, line: { state: 'failed', reason: part.reason } };
    case 'skipped':
      return { created: 0, line: { state: 'skipped', reason: part.reason } };
  }
}

async function importValues(
  { table }: ExportRunContext,
  run: JobRun,
  { items, leftOut, changes }: ValuesPart,
): Promise<RowsOutcome | undefined> {
  const byOrigin = Map.groupBy(items, ({ item: { source } }) => JSON.stringify(source));
  const groups = [...byOrigin.values()].flatMap((ofOrigin) => {
    const [first] = ofOrigin;
    if (!first) return [];
    const { kind: _, source_name, ...stated } = first.item.source;
    return { source_name, stated, values: ofOrigin.map(({ item }) => item.value) };
  });
  const measurements = { list: () => groups };
  const found = { outcome: 'measurements' as const, measurements };
  const outcome = await importMeasurements(table, run, found, { counted: changes });
  const left_out = orAbsent(addRefused(leftOut, []));
  return outcome && { created: 0, line: { ...outcome, ...compact({ left_out }) } };
}

async function importSeries(
  { table, pause, getNow }: ExportRunContext,
  run: JobRun,
  { items, leftOut, changes: counted }: SeriesPart,
  made_at: number,
): Promise<RowsOutcome | undefined> {
  const { note, changes } = createChangeCounter(counted);
  const all = items.map(({ item }) => item);
  const stores = { table, pause };
  const counts = await storeExportedSeries(stores, run, { all, made_at }, getNow());
  if (!counts) return undefined;
  note('series_waiting', counts.waiting);
  note('series_left_out', counts.left_out);
  const state = toPartState(counts.stored + counts.waiting, 0, counts.unchanged);
  const told = { left_out: addRefused(leftOut, []), changes };
  return { created: 0, line: buildRowsLine(state, 'nothing_taken', told) };
}
