import { Button, CloseButton, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { RoutedAnchor } from '../../parts/routed-anchor.ts';
import { useRoute } from '../../api/queries.ts';
import { Bars } from '../../parts/bars.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Markdown } from '../../parts/markdown/markdown.tsx';
import { channelQuery } from '../../parts/memory-link.tsx';
import { StoredName } from '../../parts/stored-text.tsx';
import { MemoryFacts } from '../memory/memory-facts.tsx';
import { addressOf, titleOf, type FoundHit } from './found-hit.ts';
import { HitChips, HitFacts } from './hit-row.tsx';

interface HitPaneProps {
  readonly hit: FoundHit;
  readonly place: number;
  readonly onClose: () => void;
}

/** A hit in full, beside the list. */
export const HitPane = ({ hit, place, onClose }: HitPaneProps) => (
  <Paper withBorder p="md" component="section" aria-label="Open hit" className="hit-pane">
    <Stack gap="sm">
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Title order={2} size="h4" className="stored-name" dir="auto">
          {titleOf(hit)}
        </Title>
        <CloseButton aria-label="Close the hit" onClick={onClose} />
      </Group>
      <Group gap="xs">
        <HitChips hit={hit} />
      </Group>
      {hit.kind !== 'memory' && <HitFacts hit={hit} />}
      <Markdown>{hit.content}</Markdown>
      {hit.kind === 'memory' && <FactsOfMemory id={hit.memoryId} channel={hit.channel} />}
      <RoutedAnchor {...addressOf(hit)} size="sm">
        {pageNames[hit.kind]}
      </RoutedAnchor>
      <Why hit={hit} place={place} />
    </Stack>
  </Paper>
);

const pageNames = {
  memory: 'Open the page: correct, history, links',
  message: 'Read the conversation',
  note: 'Read the note',
} as const;

function FactsOfMemory({ id, channel }: { id: string; channel: string | null }) {
  const found = useRoute('getMemory', { params: { id }, ...channelQuery(channel) });
  return <Loaded of={found}>{(item) => item.kind === 'memory' && <MemoryFacts memory={item} />}</Loaded>;
}

/** Reasons for the place of a hit: the points that each signal gave. */
function Why({ hit, place }: { hit: FoundHit; place: number }) {
  const [isOpen, { toggle }] = useDisclosure(false);
  const rows = (hit.parts ?? []).filter(({ points }) => points !== 0);
  const most = Math.max(...rows.map(({ points }) => Math.abs(points)), 0.001);
  return (
    <div>
      <Button size="compact-xs" variant="default" onClick={toggle} aria-expanded={isOpen}>
        Why at place {place}
      </Button>
      {isOpen && (
        <Stack gap="xs" mt="xs">
          {hit.why && (
            <Text size="sm">
              <StoredName>{hit.why}</StoredName>
            </Text>
          )}
          <Bars
            label={`Points of each signal for hit ${place}`}
            most={most}
            rows={rows.map(({ signal, points }) => [signal, points])}
          />
          <Text size="xs" c="dimmed">
            Score {hit.score.toFixed(2)}
          </Text>
        </Stack>
      )}
    </div>
  );
}
