import { Card, Stack, Text } from '@mantine/core';
import { useNameOf } from '../../parts/principal-names.ts';
import { useRoute } from '../../api/queries.ts';
import { Difference } from '../../parts/difference.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { channelQuery } from '../../parts/memory-link.tsx';
import { StoredName } from '../../parts/stored-text.tsx';
import { When } from '../../parts/when.tsx';
import type { FoundMemory } from '../../parts/found-memory.ts';

/** Earlier versions of a memory, each compared with the version after it. */
export function Revisions({ memory }: { memory: FoundMemory }) {
  const nameOf = useNameOf();
  const found = useRoute('revisions', { params: { id: memory.id }, ...channelQuery(memory.channel) });
  return (
    <Loaded of={found}>
      {({ revisions }) => {
        if (revisions.length === 0) return <Text c="dimmed">It has never been changed.</Text>;
        const next = [memory, ...revisions];
        return (
          <Stack>
            {revisions.map((revision, place) => (
              <Card key={revision.version} withBorder p="sm" component="article">
                <Text size="sm" mb={4} component="div">
                  Changed <When at={revision.changedAt} />
                  {nameOf(revision.changedBy) && (
                    <>
                      {' '}
                      by <StoredName>{nameOf(revision.changedBy)!}</StoredName>
                    </>
                  )}
                  {revision.reason && (
                    <>
                      : <StoredName>{revision.reason}</StoredName>
                    </>
                  )}
                </Text>
                <Difference before={textOf(revision)} after={textOf(next[place]!)} />
              </Card>
            ))}
          </Stack>
        );
      }}
    </Loaded>
  );
}

const textOf = ({ title, content }: { title: string; content: string }) => `${title}\n\n${content}`;
