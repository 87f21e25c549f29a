import { archiveTool, editTool, supersedeTool, updateTool } from './change.ts';
import { feedbackTool } from './feedback.ts';
import { getTool } from './get.ts';
import { preflightTool } from './preflight.ts';
import { recallTool } from './recall.ts';
import { recentTool } from './recent.ts';
import { rememberTool } from './remember.ts';
import { searchMessagesTool } from './search-messages.ts';
import { statsTool } from './stats.ts';
import { traceTool } from './trace.ts';
import type { Tool } from './tool.ts';

/** Every tool, in the order in which clients list them. */
export const tools: readonly Tool[] = [
  recallTool,
  preflightTool,
  rememberTool,
  recentTool,
  searchMessagesTool,
  getTool,
  traceTool,
  statsTool,
  updateTool,
  editTool,
  supersedeTool,
  archiveTool,
  feedbackTool,
];
