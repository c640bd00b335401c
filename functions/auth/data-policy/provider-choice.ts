import { coversScope } from '#shared/contract/scopes.ts';
import { findCurrentType, getTypeName } from '#shared/reference-data/connection-types.ts';
import { findTypeByKey } from '#shared/reference-data/remote-connection-types.ts';
import type { ChoiceFields } from './choice-fields.ts';
import type { ProviderSettings } from './data-policy.store.ts';
import {
  isTicked,
  listOptInTypes,
  namesMeasurements,
  seesEverything,
  toMeasuredChoice,
  type Viewer,
} from './data-policy.ts';

/**
 * A provider whose data an application or an agent sees only if the person ticks it (wire.md P4).
 */
export interface ProviderChoice {
  type: string;
  name: string;
  isTicked: boolean;
  /** Whether the box is for measurements, too: then a choice for workouts is not ticked. */
  namesMeasurements: boolean;
}

/** The application and the person who decides what it sees. */
export interface ChoiceContext extends Viewer {
  /** The scope that the application asks for with what the person can add, or the one it has. */
  scope: string;
  connectedTypes?: ReadonlySet<string> | undefined;
}

/** Returns whether what an application sees of providers depends on what the person ticks. */
export function needsChoice({
  scope,
  ...viewer
}: Pick<ChoiceContext, 'audience' | 'isOwn' | 'scope'>): boolean {
  if (seesEverything(viewer)) return false;
  return coversScope(scope, 'diary.read') || namesMeasurements({ scope });
}

/** Lists the providers to tick, by name: those that the person has connected, or can connect. */
export function listChoices(
  { overrides, connectable }: Pick<ProviderSettings, 'overrides' | 'connectable'>,
  { connectedTypes = new Set(), ...application }: ChoiceContext,
): ProviderChoice[] {
  if (!needsChoice(application)) return [];
  const types = listOptInTypes(overrides, application.audience).filter(
    (type) => connectable.includes(type) || connectedTypes.has(type),
  );
  const choices = types.map((type) => ({
    type,
    name: getTypeName(type),
    isTicked: isTicked(application, type),
    namesMeasurements: namesMeasurements(application),
  }));
  return choices.sort((one, other) => one.name.localeCompare(other.name));
}

/**
 * Returns what is ticked after a form was sent. A form for workouts only does not change which of
 * the ticked types are shared with their measurements.
 */
export function applyChoice(
  before: readonly string[],
  { offered_providers, provider, names_measurements }: ChoiceFields,
): string[] {
  const offered = offered_providers.split(' ').filter(isKnownType);
  const isOffered = (choice: string) =>
    offered.some((type) => choice === type || choice === toMeasuredChoice(type));
  const unchanged = before.filter((choice) => !isOffered(choice));
  const ticked = offered.filter((type) => [provider].flat().includes(type));
  const measured = ticked
    .map(toMeasuredChoice)
    .filter((choice) => names_measurements !== '' || before.includes(choice));
  return [...new Set([...unchanged, ...ticked, ...measured])].sort();
}

function isKnownType(type: string): boolean {
  return (findCurrentType(type) ?? findTypeByKey(type)) !== undefined;
}
