import * as z from 'zod/mini';
import { described, name, shownToOthers } from '#shared/contract/schema.ts';
import { maxNameLength } from './device.ts';

const DeviceName = shownToOthers(name(maxNameLength));

/** The names by which a client identifies a device. */
export const DeviceNaming = z.object({
  manufacturer: described(DeviceName, 'The manufacturer.', 'Garmin'),
  model: described(DeviceName, "The manufacturer's name for the model.", 'FR-935'),
});
