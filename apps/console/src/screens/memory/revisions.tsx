import { Card, Stack, Text } from '@mantine/core';
import { diffWordsWithSpace } from 'diff';
import { useRoute } from '../../api/queries.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { channelQuery } from '../../parts/memory-link.tsx';
import { StoredName } from '../../parts/stored-text.tsx';
import { When } from '../../parts/when.tsx';
import type { FoundMemory } from './found-memory.ts';

/** Earlier versions of a memory, each compared with the version after it. */
export function Revisions({ memory }: { memory: FoundMemory }) {
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
                <Text size="sm" mb={4}>
                  Version {revision.version}, changed <When at={revision.changedAt} />
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

const Difference = ({ before, after }: { before: string; after: string }) => (
  <p className="stored" dir="auto">
    {diffWordsWithSpace(before, after).map(({ added, removed, value }, place) => {
      if (added) return <ins key={place} className="added" children={value} />;
      return removed ? <del key={place} className="removed" children={value} /> : <span key={place}>{value}</span>;
    })}
  </p>
);
