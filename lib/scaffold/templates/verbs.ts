import { buildCreate } from './create.ts';
import { buildDelete } from './delete.ts';
import { buildList } from './list.ts';
import type { ResourceNames } from './names.ts';
import { buildRead } from './read.ts';
import { buildUpdate } from './update.ts';
import type { VerbTemplate } from './verb-template.ts';

/** The templates of the verbs that can be generated. */
export const verbTemplates: Readonly<
  Record<string, (names: ResourceNames) => VerbTemplate>
> = {
  list: buildList,
  create: buildCreate,
  read: buildRead,
  update: buildUpdate,
  delete: buildDelete,
};
