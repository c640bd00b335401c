import { eventTypes } from '#functions/account/event/event.ts';
import { noticeTypes } from './delivery.ts';

const names = [...eventTypes, ...noticeTypes] as const;

type ResourceOf<Name> = Name extends `${infer Resource}.${string}` ? Resource : never;
type ResourceName = ResourceOf<(typeof names)[number]>;

const getResourceName = (name: (typeof names)[number]) =>
  name.split('.')[0] as ResourceName;
const resources = new Set(names.map(getResourceName));

/** The types that a webhook can select: all, all of a resource, or one. */
export const selectableTypes = [
  '*' as const,
  ...Array.from(resources, (name) => `${name}.*` as const),
  ...names,
];
export type SelectableType = (typeof selectableTypes)[number];
