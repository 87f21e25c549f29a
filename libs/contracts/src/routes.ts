import type { z } from 'zod';
import { aliasRoutes } from './aliases.ts';
import { auditRoutes } from './audit.ts';
import { changeRoutes } from './changes.ts';
import { contradictionRoutes } from './contradictions.ts';
import { meaningProposalRoutes } from './meaning-proposals.ts';
import { meaningReviewRoutes } from './meaning-review.ts';
import { checkpointRoutes } from './checkpoints.ts';
import { deadLetterRoutes } from './dead-letters.ts';
import { queueRoutes } from './queues.ts';
import { feedRoutes } from './feed.ts';
import { feedbackRoutes } from './feedback.ts';
import { digestRoutes } from './digest.ts';
import { forgetRoutes } from './forgets.ts';
import { generationRoutes } from './generations.ts';
import { graphRoutes } from './graph-questions.ts';
import { graphCorrectionRoutes } from './graph-corrections.ts';
import { graphMaintenanceRoutes } from './graph-maintenance.ts';
import { historyRoutes } from './histories.ts';
import { knowledgeBaseRoutes } from './knowledge-bases.ts';
import { keyRoutes } from './keys.ts';
import { itemRoutes } from './listing.ts';
import { noteRoutes } from './notes.ts';
import { organisationRoutes } from './organisations.ts';
import { overviewRoutes } from './overview.ts';
import { noteSearchRoutes } from './note-search.ts';
import { patternRoutes } from './patterns.ts';
import { preflightRoutes } from './preflight.ts';
import { extractionRoutes } from './extractions.ts';
import { proposalAdviceRoutes } from './proposal-advice.ts';
import { proposalRoutes } from './proposals.ts';
import { agentRoutes } from './agents.ts';
import { reviewRoutes } from './review.ts';
import { principalRoutes } from './principals.ts';
import { recallRoutes } from './recall.ts';
import { retentionRoutes } from './retention.ts';
import type { InputOfRoute, ParsedInputOfRoute, Routes } from './route.ts';
import { settingsRoutes } from './settings.ts';
import { closedChannelRoutes } from './closed-channels.ts';
import { conversationRoutes } from './conversations.ts';
import { healthRoutes } from './health.ts';
import { importRoutes } from './imports.ts';
import { invitationRoutes } from './invitations.ts';
import { teamRoutes } from './teams.ts';
import { traceRoutes } from './trace.ts';
import { wakeRoutes } from './wake.ts';
import { webhookRoutes } from './webhooks.ts';
import { whyRoutes } from './why.ts';
import { writeRoutes } from './writes.ts';

/** All data routes. The rows of a feature are defined next to its schemas. */
export const routes = {
  ...writeRoutes,
  ...changeRoutes,
  ...historyRoutes,
  ...checkpointRoutes,
  ...contradictionRoutes,
  ...meaningReviewRoutes,
  ...meaningProposalRoutes,
  ...extractionRoutes,
  ...proposalAdviceRoutes,
  ...proposalRoutes,
  ...reviewRoutes,
  ...agentRoutes,
  ...forgetRoutes,
  ...importRoutes,
  ...itemRoutes,
  ...conversationRoutes,
  ...traceRoutes,
  ...recallRoutes,
  ...preflightRoutes,
  ...overviewRoutes,
  ...wakeRoutes,
  ...digestRoutes,
  ...feedRoutes,
  ...whyRoutes,
  ...noteRoutes,
  ...noteSearchRoutes,
  ...patternRoutes,
  ...aliasRoutes,
  ...graphRoutes,
  ...graphMaintenanceRoutes,
  ...graphCorrectionRoutes,
  ...feedbackRoutes,
  ...keyRoutes,
  ...auditRoutes,
  ...principalRoutes,
  ...teamRoutes,
  ...invitationRoutes,
  ...closedChannelRoutes,
  ...webhookRoutes,
  ...organisationRoutes,
  ...knowledgeBaseRoutes,
  ...deadLetterRoutes,
  ...queueRoutes,
  ...healthRoutes,
  ...settingsRoutes,
  ...retentionRoutes,
  ...generationRoutes,
} as const satisfies Routes;

type Table = typeof routes;
export type RouteName = keyof Table;

/** Input of a caller of a route, part by part. */
export type RouteInput<Name extends RouteName> = InputOfRoute<Table[Name]>;

/** Input of a route's handler: validated, with defaults and transforms applied. */
export type ParsedInput<Name extends RouteName> = ParsedInputOfRoute<Table[Name]>;

export type RouteOutput<Name extends RouteName> = z.output<Table[Name]['output']>;
