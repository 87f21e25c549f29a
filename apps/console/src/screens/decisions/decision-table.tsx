import { Badge, Button, Table, Text } from '@mantine/core';
import { RoutedAnchor } from '../../parts/routed-anchor.ts';
import { formatDay } from '../../parts/days.ts';
import { StoredName } from '../../parts/stored-text.tsx';
import { ROW_TARGET, useRowKeys } from '../../parts/use-row-keys.ts';
import type { FoundMemory } from '../../parts/found-memory.ts';
import { timeOf } from './decision-chain.ts';
import { statusColours, statusOf } from './decision-status.ts';

interface DecisionTableProps {
  readonly decisions: readonly FoundMemory[];
  /** Loads older decisions; absent if all are shown. */
  readonly onMore: (() => void) | undefined;
}

/** Decisions with status, date, author and project, newest first. */
export function DecisionTable({ decisions, onMore }: DecisionTableProps) {
  const { frame, onFocus } = useRowKeys<HTMLTableSectionElement>({ count: decisions.length });
  return (
    <>
      <Table aria-label="Decisions" verticalSpacing={6} highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Decision</Table.Th>
            <Table.Th>Status</Table.Th>
            <Table.Th visibleFrom="sm">Date</Table.Th>
            <Table.Th visibleFrom="sm">Who</Table.Th>
            <Table.Th visibleFrom="sm">Project</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody ref={frame} onFocus={onFocus}>
          {decisions.map((decision, index) => (
            <Table.Tr key={decision.id} data-index={index}>
              <Table.Td>
                <RoutedAnchor
                  to="/decisions"
                  search={searchOf(decision)}
                  c="inherit"
                  fw={600}
                  size="sm"
                  {...ROW_TARGET}
                >
                  <StoredName>{decision.title}</StoredName>
                </RoutedAnchor>
                <Text size="xs" c="dimmed" hiddenFrom="sm">
                  {formatDay(timeOf(decision))}
                </Text>
              </Table.Td>
              <Table.Td>
                <StatusBadge decision={decision} />
              </Table.Td>
              <Table.Td className="when" visibleFrom="sm">
                {formatDay(timeOf(decision))}
              </Table.Td>
              <Table.Td visibleFrom="sm">
                <StoredName>{decision.author ?? '–'}</StoredName>
              </Table.Td>
              <Table.Td visibleFrom="sm">
                <StoredName>{decision.project ?? 'all'}</StoredName>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {onMore && (
        <Button variant="default" size="xs" onClick={onMore}>
          Show older ones
        </Button>
      )}
    </>
  );
}

const searchOf = ({ id, channel }: FoundMemory): Record<string, string> =>
  channel === null ? { id } : { id, channel };

export function StatusBadge({ decision }: { decision: FoundMemory }) {
  const status = statusOf(decision);
  return (
    <Badge variant="light" color={statusColours[status] ?? 'gray'} tt="none" size="sm" miw="max-content">
      {status}
    </Badge>
  );
}
