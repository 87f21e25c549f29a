import { createHash } from 'node:crypto';
import { CairnError } from '@cairn/contracts';
import { acceptedContent, inputRequired, inputResponse, type InputRequiredResult } from '@modelcontextprotocol/server';
import { z } from 'zod';

const Confirmation = z.object({ confirm: z.boolean().describe('Delete for good') });

/** The question for the client's person, or a check that throws unless the person agreed. */
export type Decision = { readonly request: InputRequiredResult } | { check(): void };

interface AskedCall {
  readonly args: unknown;
  /** Answers of the person, if the client asked them before. */
  readonly responses: Record<string, unknown> | undefined;
}

/**
 * Decides whether a call may go on. An answer is good for the same arguments alone, so that no other deletion follows from
 * it. A failing question fails the call.
 */
export async function confirmCall(
  question: () => Promise<string | undefined>,
  { args, responses }: AskedCall,
): Promise<Decision> {
  const key = `confirm-${createHash('sha256').update(JSON.stringify(args)).digest('hex').slice(0, 16)}`;
  if (inputResponse(responses, key).kind === 'elicit') {
    const isAgreed = acceptedContent(responses, key, Confirmation)?.confirm === true;
    return { check: () => isAgreed || refuse() };
  }
  try {
    const message = await question();
    if (message === undefined) return { check: () => undefined };
    const form = inputRequired.elicit({ message, requestedSchema: Confirmation });
    return { request: inputRequired({ inputRequests: { [key]: form } }) };
  } catch (error) {
    return {
      check: () => {
        throw error;
      },
    };
  }
}

function refuse(): never {
  throw new CairnError('auth/forbidden', 'The person did not agree, so nothing was deleted. Do not ask again.');
}
