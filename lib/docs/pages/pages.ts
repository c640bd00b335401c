import type { EndpointEntry } from '../../definitions.ts';
import { makeReference } from '../reference.ts';
import { indexPage } from './index-page.ts';
import { resourcePage } from './resource-page.ts';

/** The documentation pages, with slots for the addresses and the version. */
export interface Pages {
  index: string;
  resources: Readonly<Record<string, string>>;
}

/** Makes the documentation pages of a catalogue: one for each resource, and one that leads to them. */
export function makePages(catalogue: readonly EndpointEntry[]): Pages {
  const reference = makeReference(catalogue);
  return {
    index: indexPage(reference),
    resources: Object.fromEntries(
      [...reference.resources.keys()].map((resource) => [
        resource,
        resourcePage(resource, reference),
      ]),
    ),
  };
}
