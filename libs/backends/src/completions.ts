import { OpenAiCompletions } from '@cairn/adapter-embedders';
import type { Config } from '@cairn/platform';
import { Completions } from '@cairn/ports';
import type { ClusterPart } from './cluster-part.ts';

type ProposalsSetting = Partial<Pick<Config, 'proposals'>>;

/** Provides the language model for proposals, if one is configured. */
export function completionPorts({ proposals }: ProposalsSetting) {
  if (!proposals) return [];
  const { url: baseUrl, key: apiKey, model } = proposals;
  return [{ provide: Completions, useValue: new OpenAiCompletions({ baseUrl, apiKey, model }) }];
}

export const clusterCompletions =
  (config: ProposalsSetting): ClusterPart =>
  () => ({ ports: completionPorts(config), uses: [], holds: [] });
