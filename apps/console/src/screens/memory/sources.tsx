import { Stack, Text } from '@mantine/core';
import { useRoute } from '../../api/queries.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { channelQuery } from '../../parts/memory-link.tsx';
import { Quote } from '../../parts/quote.tsx';
import type { FoundMemory } from '../../parts/found-memory.ts';
import { formatCount } from '../../parts/counted.ts';

/** Conversation from which the memory was made. */
export function Sources({ memory: { id, channel } }: { memory: FoundMemory }) {
  const trace = useRoute('trace', { params: { id }, ...channelQuery(channel) });
  return (
    <Loaded of={trace}>
      {({ snapshot }) =>
        snapshot === null ? (
          <Text c="dimmed">It names no message that you may see as its source.</Text>
        ) : (
          <Stack gap={0}>
            {snapshot.messages.map((message) => (
              <div key={message.messageId} className="row">
                <Quote {...message} />
              </div>
            ))}
            {snapshot.omittedCount > 0 && (
              <Text c="dimmed">Not shown: {formatCount(snapshot.omittedCount, 'message')} between them.</Text>
            )}
          </Stack>
        )
      }
    </Loaded>
  );
}
