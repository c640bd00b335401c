import { RootConstruct } from 'constructs';
import { readSettings, type Settings } from '#lib/cloud/base/settings.ts';

/** Reads settings from context values, as the stack does first of all. Throws if one is invalid. */
export function readContext(context: Readonly<Record<string, string>>): Settings {
  const scope = new RootConstruct();
  for (const [name, value] of Object.entries(context)) scope.node.setContext(name, value);
  return readSettings(scope);
}
