import { defineItemKey } from '../table/keys.ts';

/** The keys of what schedules note about themselves. */
export const scheduleKeys = {
  scheduledRun: defineItemKey('SCHEDULED_RUN'),
};
