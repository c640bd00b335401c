import * as z from 'zod/mini';
import { parseEntryId } from '#functions/diary/entry/day-item.ts';
import { deleteFromDiary } from '#functions/diary/entry/delete/delete-entry.store.ts';
import { changes } from '#functions/diary/entry/entry.ts';
import { exerciseMembers } from '#functions/diary/entry/exercise.ts';
import { foodEntryMembers } from '#functions/diary/entry/food-entry.ts';
import { present } from '#functions/diary/entry/present-entry.ts';
import { updateEntry } from '#functions/diary/entry/update/update-entry.ts';
import { estimateWritten } from '#functions/diary/measurement/estimated-energy.ts';
import { described } from '#shared/contract/schema.ts';
import { serviceError } from '#shared/errors/errors.ts';
import { parseOrFail } from '#shared/http/validation.ts';
import { omitUnknownEnergy } from '../tool/known-energy.ts';
import { defineTool, overwrites } from '../tool/tool.ts';
import { explain } from '../tool/units.ts';

const id = described(z.string(), 'The id of the workout or food.');

function requireAddress(id: string) {
  const address = parseEntryId(id);
  if (!address) throw serviceError('not_found', { kind: 'diary entry', id });
  return address;
}

const { shape: changeMembers } = z.partial(
  z.object({ ...exerciseMembers, ...foodEntryMembers }),
);

export const updateTool = defineTool({
  name: 'update_entry',
  title: 'Change a workout or food',
  description:
    'Replaces the given members of an entry, and keeps the others. Null removes an optional one. ' +
    'Nutritional contents are merged member by member. Another `date` moves the entry.',
  scope: 'diary.write',
  input: z.object({ id, ...changeMembers }),
  annotations: overwrites,
  async run({ input: { id, ...sent }, caller, table }) {
    const address = requireAddress(id);
    const change = parseOrFail(changes[address.type], sent);
    const diary = { table, ...caller };
    const { entry, failures } = await updateEntry(diary, address, change);
    if (failures) throw serviceError('validation_failed', { failures });
    if (!entry) throw serviceError('not_found', { kind: 'diary entry', id });
    const [shown = entry] = await estimateWritten(diary, [entry]);
    const presented = omitUnknownEnergy(present(shown));
    return { entry: presented, ...explain([presented]) };
  },
});

export const deleteTool = defineTool({
  name: 'delete_entry',
  title: 'Delete a workout or food',
  description: 'Deletes an entry from the diary. This cannot be undone.',
  scope: 'diary.write',
  input: z.object({ id }),
  annotations: overwrites,
  async run({ input: { id }, caller, table }) {
    const isDeleted = await deleteFromDiary({ table, ...caller }, requireAddress(id));
    if (!isDeleted) throw serviceError('not_found', { kind: 'diary entry', id });
    return { id, status: 'deleted' as const };
  },
});
