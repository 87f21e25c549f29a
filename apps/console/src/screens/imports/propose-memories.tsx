import { Button } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { formatCount } from '../../parts/counted.ts';
import { perform, toast } from '../../parts/toast.tsx';

/** Formats whose items are memories or commits, of which no conversation can be read. */
const withoutConversations = new Set(['markdown', 'rules', 'adr', 'repository', 'git-log']);

export const mayHaveConversations = (format: string): boolean => !withoutConversations.has(format);

/** Button that has the conversations of an import read for proposals, which no import does by itself. */
export function ProposeMemories({ importId, name }: { importId: string; name: string }) {
  const [isAsked, setAsked] = useState(false);
  const ask = () => {
    setAsked(true);
    perform(async () => {
      const conversations = await requestReading(importId).catch((error: unknown) => {
        setAsked(false);
        throw error;
      });
      toast(describeReading(conversations));
    });
  };
  return (
    <Button
      size="compact-xs"
      variant="default"
      onClick={ask}
      disabled={isAsked}
      aria-label={`Propose memories: ${name}`}
    >
      {isAsked ? 'Being read' : 'Propose memories'}
    </Button>
  );
}

/** Requests the reading of every conversation of an import. Returns their number. */
async function requestReading(importId: string): Promise<number> {
  let count = 0;
  let after: string | undefined;
  do {
    const { conversations, next } = await call('extract', { body: { importId, ...(after && { after }) } });
    count += conversations;
    after = next ?? undefined;
  } while (after !== undefined);
  return count;
}

const describeReading = (conversations: number): string =>
  conversations === 0
    ? 'No conversation of it is left to read.'
    : `${formatCount(conversations, 'conversation')} will be read, one after the other. Proposals appear in Review.`;
