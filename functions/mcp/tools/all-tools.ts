import type { McpTool } from '../tool/tool.ts';
import { activityTypeTool } from './activity-types.ts';
import { deleteTool, updateTool } from './change-entries.ts';
import { connectionsTool, syncTool } from './connections.ts';
import { dayTool, summaryTool } from './days.ts';
import { foodLogTool, workoutLogTool } from './log-entries.ts';
import { measurementLogTool, measurementsTool } from './measurements.ts';
import { workoutsTool, workoutTool } from './workouts.ts';

/** All tools, in the order in which clients list them. */
export const tools: readonly McpTool[] = [
  dayTool,
  summaryTool,
  workoutsTool,
  workoutTool,
  activityTypeTool,
  measurementsTool,
  connectionsTool,
  syncTool,
  foodLogTool,
  workoutLogTool,
  measurementLogTool,
  updateTool,
  deleteTool,
];
