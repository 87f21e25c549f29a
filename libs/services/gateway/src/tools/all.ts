import { archiveTool, editTool, shareTool, supersedeTool, updateTool } from './change.ts';
import { checkpointTool } from './checkpoint.ts';
import { feedbackTool } from './feedback.ts';
import { memoryAppendTool, memoryEditTool, memoryGetTool, memorySearchTool } from './files.ts';
import { forgetTool } from './forget.ts';
import { getTool } from './get.ts';
import { dependencyChainTool, explainConnectionTool, exploreGraphTool, whoOwnsTool } from './graph.ts';
import { mergePeopleTool } from './people.ts';
import { memoryRecallTool, memorySaveTool } from './patterns.ts';
import { importKnowledgeTool, listKnowledgeBasesTool, queryKnowledgeBaseTool } from './knowledge.ts';
import { preflightTool } from './preflight.ts';
import { recallTool } from './recall.ts';
import { recentTool } from './recent.ts';
import { rememberTool } from './remember.ts';
import { reviewTool } from './review.ts';
import { searchMessagesTool } from './search-messages.ts';
import { statsTool } from './stats.ts';
import { traceTool } from './trace.ts';
import { overviewTool } from './overview.ts';
import { wakeTool } from './wake.ts';
import { whyTool } from './why.ts';
import type { Tool } from './tool.ts';

/** Every tool, in the order in which clients list them. */
export const tools: readonly Tool[] = [
  recallTool,
  overviewTool,
  whyTool,
  wakeTool,
  preflightTool,
  rememberTool,
  recentTool,
  searchMessagesTool,
  getTool,
  traceTool,
  whoOwnsTool,
  explainConnectionTool,
  dependencyChainTool,
  exploreGraphTool,
  statsTool,
  updateTool,
  editTool,
  supersedeTool,
  archiveTool,
  shareTool,
  forgetTool,
  checkpointTool,
  feedbackTool,
  mergePeopleTool,
  reviewTool,
  listKnowledgeBasesTool,
  queryKnowledgeBaseTool,
  importKnowledgeTool,
  memorySearchTool,
  memoryGetTool,
  memoryAppendTool,
  memoryEditTool,
  memoryRecallTool,
  memorySaveTool,
];
