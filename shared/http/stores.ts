import type { Endpoint } from '../contract/endpoint.ts';
import type { Objects } from '../objects/objects.ts';
import type { Meter } from '../runtime/meter.ts';
import type { Table } from '../table/table.ts';

/** How each store that an endpoint may declare is opened for one request. */
interface Openers {
  table: (meter: Meter) => Table;
  objects: (meter: Meter) => Objects;
}

type Stores = { [Name in keyof Openers]?: ReturnType<Openers[Name]> };

const openers: Partial<Openers> = {};

/**
 * Makes a store available to this function. The build puts `shared/<store>/provide.ts`, which calls this, into the
 * bundles of exactly those functions whose endpoints declare the store; all others carry no SDK.
 */
export function provideStore<Name extends keyof Openers>(name: Name, open: Openers[Name]): void {
  openers[name] = open;
}

/** Opens the stores that the endpoint declares. Throws where the function was built without one of them. */
export function openStores({ stores = {} }: Endpoint, meter: Meter): Stores {
  const declared = Object.keys(stores) as (keyof Openers)[];
  return Object.fromEntries(
    declared.map((name) => {
      const open = openers[name];
      if (!open) throw new Error(`This function was built without shared/${name}/provide.ts.`);
      return [name, open(meter)];
    }),
  );
}
