import type { DataExport, DataExports } from '#shared/data-export/data-export.ts';
import { defineRulesFor, pickShown } from './members.ts';

/** Which members of an export the document of exports shows. */
export const exportRules = defineRulesFor<DataExport>()({
  id: 'shown',
  state: 'shown',
  created_datetime: 'shown',
  completed_datetime: 'shown',
  expires_datetime: 'shown',
  language: 'shown',
  files_done: 'shown',
  files_total: 'shown',
  bytes: 'shown',
  failure: 'shown',
  link_digest: 'secret',
  link_secret: 'secret',
});

/** Returns the exports in the item with all exports of a user. */
export function toExportObjects(item: object) {
  const { exports = {} } = item as Partial<DataExports>;
  return Object.values(exports).map((dataExport) =>
    pickShown({ ...dataExport }, exportRules),
  );
}
