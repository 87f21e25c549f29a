import { Badge, Button, Group, Table, Text, Title } from '@mantine/core';
import { StoredName } from '../../parts/stored-text.tsx';
import { When } from '../../parts/when.tsx';
import { WideTable } from '../../parts/wide-table.tsx';
import { usePastImports, type PastImport } from './past-imports.ts';

/** Table of the imports of this browser, each with its undo. */
export function PastImports({ onUndo }: { onUndo: (importId: string) => void }) {
  const imports = usePastImports();
  if (imports.length === 0) return null;
  return (
    <section aria-label="Past imports">
      <Title order={2} size="h5">
        Past imports
      </Title>
      <Text size="sm" c="dimmed">
        Imports of this browser. Undo others, such as those of the command line, by their id below.
      </Text>
      <WideTable label="Past imports" columns={['File', 'When', 'Readers', 'New', 'State', '']}>
        {imports.map((one) => (
          <Row key={one.importId} {...one} onUndo={onUndo} />
        ))}
      </WideTable>
    </section>
  );
}

const Row = ({
  importId,
  name,
  at,
  readers,
  created,
  onUndo,
  ...one
}: PastImport & { onUndo: (id: string) => void }) => (
  <Table.Tr>
    <Table.Td miw={140}>
      <StoredName>{name}</StoredName>
      <Text size="xs" c="dimmed">
        {importId}
      </Text>
    </Table.Td>
    <Table.Td>
      <When at={at} />
    </Table.Td>
    <Table.Td>{readers === 'private' ? 'you' : 'the team'}</Table.Td>
    <Table.Td>{created}</Table.Td>
    <Table.Td>
      <State {...one} />
    </Table.Td>
    <Table.Td>
      {created > 0 && !one.isUndone && (
        <Group justify="flex-end">
          <Button size="compact-xs" variant="default" onClick={() => onUndo(importId)} aria-label={`Undo ${name}`}>
            Undo
          </Button>
        </Group>
      )}
    </Table.Td>
  </Table.Tr>
);

function State({ problem, failed, isUndone }: Pick<PastImport, 'problem' | 'failed' | 'isUndone'>) {
  if (isUndone) return <>undone</>;
  if (problem === undefined && failed === 0) return <>done</>;
  return (
    <>
      <Badge color="red" variant="light" tt="none">
        {problem === undefined ? `${failed} not stored` : 'stopped'}
      </Badge>
      {problem !== undefined && (
        <Text size="xs">
          <StoredName>{problem}</StoredName>
        </Text>
      )}
    </>
  );
}
