import { coversScope } from '#shared/contract/scopes.ts';
import { findCurrentType, getTypeName } from '#shared/reference-data/connection-types.ts';
import { findTypeByKey } from '#shared/reference-data/remote-connection-types.ts';
import type { ChoiceFields } from './choice-fields.ts';
import type { ProviderSettings } from './data-policy.store.ts';
import { listOptInTypes, seesEverything, type Viewer } from './data-policy.ts';

/**
 * A provider whose data an application or an agent sees only if the person ticks it (wire.md P4).
 */
export interface ProviderChoice {
  type: string;
  name: string;
  isTicked: boolean;
}

/** The application and the person who decides what it sees. */
export interface ChoiceContext extends Viewer {
  /** The scope that the application asks for, or has. */
  scope: string;
  connectedTypes?: ReadonlySet<string> | undefined;
}

/** Returns whether what an application sees of providers depends on what the person ticks. */
export function needsChoice({
  scope,
  ...viewer
}: Pick<ChoiceContext, 'audience' | 'isOwn' | 'scope'>): boolean {
  const scopes = ['diary.read', 'measurements.read'] as const;
  return !seesEverything(viewer) && scopes.some((each) => coversScope(scope, each));
}

/** Lists the providers to tick, by name: those that the person has connected, or can connect. */
export function listChoices(
  { overrides, connectable }: Pick<ProviderSettings, 'overrides' | 'connectable'>,
  { connectedTypes = new Set(), optedInTypes, ...application }: ChoiceContext,
): ProviderChoice[] {
  if (!needsChoice(application)) return [];
  const types = listOptInTypes(overrides, application.audience).filter(
    (type) => connectable.includes(type) || connectedTypes.has(type),
  );
  const choices = types.map((type) => ({
    type,
    name: getTypeName(type),
    isTicked: optedInTypes.includes(type),
  }));
  return choices.sort((one, other) => one.name.localeCompare(other.name));
}

/** Returns the types that are ticked after a form was sent. */
export function applyChoice(
  before: readonly string[],
  { offered_providers, provider }: ChoiceFields,
): string[] {
  const offered = offered_providers.split(' ').filter(isKnownType);
  const unchanged = before.filter((type) => !offered.includes(type));
  const ticked = offered.filter((type) => [provider].flat().includes(type));
  return [...new Set([...unchanged, ...ticked])].sort();
}

function isKnownType(type: string): boolean {
  return (findCurrentType(type) ?? findTypeByKey(type)) !== undefined;
}
