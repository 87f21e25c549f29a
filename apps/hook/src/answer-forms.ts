import type { HookClient, HookMoment } from '@cairn/connect/hook-clients';

/** Text that a hook gives the agent, or the reason why it denies a tool call. */
export type Said = { readonly context: string } | { readonly denied: string };

type Json = Readonly<Record<string, unknown>>;

/** Forms of the answers that clients read from the standard output, by the name of the client's event. */
const forms: Readonly<Record<HookClient['answer'], (event: string, said: Said) => Json | undefined>> = {
  claude: (event, said) => ({ hookSpecificOutput: { hookEventName: event, ...decisionOf(said) } }),
  // VS Code reads the nested form, Copilot CLI the fields at the top.
  copilot: (event, said) => ({
    hookSpecificOutput: { hookEventName: event, ...decisionOf(said) },
    ...decisionOf(said),
  }),
  gemini: (event, said) =>
    'denied' in said
      ? { decision: 'deny', reason: said.denied }
      : { hookSpecificOutput: { hookEventName: event, additionalContext: said.context } },
  cursor: (_, said) =>
    'denied' in said
      ? { permission: 'deny', user_message: said.denied, agent_message: said.denied }
      : { additional_context: said.context },
};

const decisionOf = (said: Said): Json =>
  'denied' in said
    ? { permissionDecision: 'deny', permissionDecisionReason: said.denied }
    : { additionalContext: said.context };

/** Writes an answer in the client's form. Empty for a moment whose answers the client does not read. */
export function formatAnswer({ answer, events }: HookClient, moment: HookMoment, said: Said): string {
  const event = events[moment];
  return event === undefined ? '' : JSON.stringify(forms[answer](event, said));
}
