import type { StatedDevice } from '#functions/main/device/device.ts';
import type { DataPolicy } from '#shared/reference-data/provider-policies.ts';
import { compact } from '#shared/runtime/compact.ts';

/** The maker whose devices must be named with what they have recorded, whoever passes it on. */
const namedMaker = /^garmin\b/i;

/**
 * Returns the words that must be shown with a workout (wire.md P7): those of its provider, and the
 * device if Garmin made it. Returns undefined if there are none.
 */
export function toAttribution(
  { attribution }: Pick<DataPolicy, 'attribution'>,
  device: StatedDevice | undefined,
): string | undefined {
  const words = [attribution, device && findNamedDevice(device)].filter(Boolean);
  return words.length > 0 ? words.join(' · ') : undefined;
}

function findNamedDevice(device: StatedDevice): string | undefined {
  const { manufacturer, model } = compact(device);
  const isNamed = namedMaker.test(manufacturer ?? model);
  if (!isNamed) return undefined;
  return namedMaker.test(model) ? model : `Garmin ${model}`;
}
