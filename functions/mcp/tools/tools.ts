import type { AnyTool } from '../tool/tool.ts';
import { findActivityType } from './activity-types.ts';
import { deleteEntry, updateEntry } from './change-entries.ts';
import { listConnections, syncNow } from './connections.ts';
import { getDay, summarize } from './days.ts';
import { logFood, logWorkout } from './log-entries.ts';
import { getWorkout, listWorkouts } from './workouts.ts';

/** All tools, in the order in which clients list them. */
export const tools: readonly AnyTool[] = [
  getDay,
  summarize,
  listWorkouts,
  getWorkout,
  findActivityType,
  listConnections,
  syncNow,
  logFood,
  logWorkout,
  updateEntry,
  deleteEntry,
];
