import { Badge, Button, Card, Collapse, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { RouteOutput } from '@cairn/contracts';
import { Bars } from '../../parts/bars.tsx';
import { MemoryLink } from '../../parts/memory-link.tsx';
import { StoredName, StoredText } from '../../parts/stored-text.tsx';
import { When } from '../../parts/when.tsx';

type Hit = RouteOutput<'recall'>['hits'][number];

/** Card of one hit: its text, its source, and the points that each signal gave. */
export function HitCard({ hit, place, most }: { hit: Hit; place: number; most: number }) {
  const [isWhole, whole] = useDisclosure(false);
  const [isWhy, why] = useDisclosure(place === 1);
  return (
    <Card withBorder component="article" aria-label={`Hit ${place}`}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Text fw={600}>
          {place}. <Title hit={hit} />
        </Text>
        <Text size="sm" className="number" style={{ flexShrink: 0 }}>
          score {hit.score.toFixed(2)}
        </Text>
      </Group>
      <Origin hit={hit} />
      <StoredText short={!isWhole}>{hit.content}</StoredText>
      <Group gap="xs" mt="xs">
        <Button size="compact-xs" variant="default" onClick={whole.toggle} aria-expanded={isWhole}>
          {isWhole ? 'Less' : 'Whole text'}
        </Button>
        <Button size="compact-xs" variant="default" onClick={why.toggle} aria-expanded={isWhy}>
          Why here
        </Button>
      </Group>
      <Collapse expanded={isWhy}>
        {hit.why && (
          <Text size="sm" my="xs">
            {hit.why}
          </Text>
        )}
        <Bars
          label={`Points of each signal for hit ${place}`}
          most={most}
          rows={(hit.parts ?? []).filter(({ points }) => points !== 0).map(({ signal, points }) => [signal, points])}
        />
      </Collapse>
    </Card>
  );
}

function Title({ hit }: { hit: Hit }) {
  if (hit.kind === 'memory')
    return (
      <MemoryLink id={hit.memoryId} channel={hit.channel} inherit>
        <StoredName>{hit.title}</StoredName>
      </MemoryLink>
    );
  return <StoredName>{hit.kind === 'message' ? (hit.speaker ?? hit.role) : hit.citation}</StoredName>;
}

const Origin = ({ hit }: { hit: Hit }) => (
  <Group gap="xs" my={4}>
    <Badge variant="default" tt="none">
      {hit.kind === 'memory' ? hit.category : hit.kind}
    </Badge>
    {hit.kind === 'memory' && hit.state !== 'active' && (
      <Badge color="orange" variant="light" tt="none">
        {hit.state}
      </Badge>
    )}
    {hit.kind === 'memory' && hit.goneSources && (
      <Badge color="orange" variant="light" tt="none">
        {hit.goneSources.length} of its sources forgotten
      </Badge>
    )}
    {hit.channel && (
      <Badge variant="default" tt="none">
        <StoredName>{hit.channel}</StoredName>
      </Badge>
    )}
    <Text size="sm" c="dimmed">
      {hit.author && (
        <>
          <StoredName>{hit.author}</StoredName>,{' '}
        </>
      )}
      <When at={hit.timestamp ?? hit.createdAt} />
    </Text>
  </Group>
);
