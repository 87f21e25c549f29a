import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { formatCount } from '../../parts/counted.ts';
import { showWaiting, useWaitingConversations } from '../../parts/reading-progress.ts';
import { perform, toast } from '../../parts/toast.tsx';

/** Formats whose items are memories or commits, of which no conversation can be read. */
const withoutConversations = new Set(['markdown', 'rules', 'adr', 'repository', 'git-log']);

export const mayHaveConversations = (format: string): boolean => !withoutConversations.has(format);

interface ProposeMemoriesProps {
  readonly importId: string;
  readonly name: string;
  /** Whether some conversation is still to be read, of this import or of another source. */
  readonly isAnyWaiting: boolean;
}

/** Button that has the conversations of an import read for proposals, which no import does by itself, and how far that is. */
export function ProposeMemories({ importId, name, isAnyWaiting }: ProposeMemoriesProps) {
  const [asked, setAsked] = useState<number>();
  const [isSending, setSending] = useState(false);
  const waiting = useWaitingConversations({ importId, isEnabled: isAnyWaiting || asked !== undefined });
  const ask = () => {
    setSending(true);
    perform(async () => {
      const conversations = await requestReading(importId).finally(() => setSending(false));
      // The count of the server may be older than the request, and 0 would show the conversations as read.
      showWaiting({ importId, waiting: conversations });
      setAsked(conversations);
      toast(describeReading(conversations));
    });
  };
  if (waiting > 0)
    return (
      <Text size="xs" role="status">
        {asked === undefined || asked < waiting
          ? `${formatCount(waiting, 'conversation')} to read`
          : `${asked - waiting} of ${formatCount(asked, 'conversation')} read`}
      </Text>
    );
  return (
    <Button
      size="compact-xs"
      variant="default"
      onClick={ask}
      loading={isSending}
      disabled={asked !== undefined}
      aria-label={`Propose memories: ${name}`}
    >
      {labelOf(asked)}
    </Button>
  );
}

const labelOf = (asked: number | undefined): string => {
  if (asked === undefined) return 'Propose memories';
  return asked === 0 ? 'None to read' : 'Read';
};

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
