import { Button, Group, Stack, Text } from '@mantine/core';
import type { ImportedMemory } from '@cairn/contracts';
import { useImportedMemories } from '../../api/pages.ts';
import { archiveAll } from '../../parts/archive.ts';
import { Empty } from '../../parts/empty.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { MemoryLink } from '../../parts/memory-link.tsx';
import { ShowMore } from '../../parts/show-more.tsx';
import { StateChips } from '../../parts/state-chips.tsx';
import { StoredName, StoredText } from '../../parts/stored-text.tsx';
import { ROW_TARGET } from '../../parts/use-row-keys.ts';
import { When } from '../../parts/when.tsx';
import { useMay, useSession } from '../../session/session.ts';
import { ConfirmImports } from './confirm-import.tsx';
import { confirm } from './confirm.ts';
import { DecisionList } from './decision-list.tsx';

/** List of rules and decisions that imports brought, which a person confirms one by one or together. */
export function Imported() {
  const pages = useImportedMemories();
  const mayConfirm = useMayConfirm();
  const reject = (memory: ImportedMemory) => archiveAll([memory], 'Not true: the review showed it as imported.');
  return (
    <Stack>
      <Loaded of={pages}>
        {(memories) =>
          memories.length === 0 ? (
            <Empty title="Nothing imported waits for you">
              <p>
                A rule or decision in an imported file stands here until a person confirms it. Until then it only warns.
                Rule files and decision records of a repository bind at once.
              </p>
            </Empty>
          ) : (
            <>
              {mayConfirm && <ConfirmImports memories={memories} />}
              <DecisionList
                label="Imported"
                rows={memories}
                keyOf={({ memoryId }) => memoryId}
                decisions={{ y: confirm, n: reject }}
              >
                {(memory) => (
                  <ImportedCard memory={memory} onConfirm={() => confirm(memory)} onReject={() => reject(memory)} />
                )}
              </DecisionList>
            </>
          )
        }
      </Loaded>
      <ShowMore pages={pages} />
    </Stack>
  );
}

const useMayConfirm = () => {
  const { holder } = useSession();
  return useMay('writer') && holder?.kind === 'person';
};

interface ImportedCardProps {
  readonly memory: ImportedMemory;
  readonly onConfirm: () => void;
  readonly onReject: () => void;
}

function ImportedCard({ memory, onConfirm, onReject }: ImportedCardProps) {
  const { memoryId, title, content, channel, norms, createdAt, writtenBy, importedBy, signals } = memory;
  const mayDecide = useMay('writer');
  const mayConfirm = useMayConfirm();
  return (
    <article aria-label={title}>
      <MemoryLink id={memoryId} channel={channel} fw={600} c="inherit" {...ROW_TARGET}>
        <StoredName>{title}</StoredName>
      </MemoryLink>{' '}
      {signals && <StateChips state="active" trust="suspect" />}
      {content !== title && <StoredText>{content}</StoredText>}
      {norms.map((norm, at) => (
        <Text key={at} size="sm">
          <StoredName>{norm}</StoredName>
        </Text>
      ))}
      <Text component="div" size="xs" c="dimmed" className="facts">
        <span>
          from <StoredName>{importedBy.name ?? `the import ${importedBy.importId}`}</StoredName>
          {importedBy.format !== undefined && (
            <>
              {' '}
              (<StoredName>{importedBy.format}</StoredName>)
            </>
          )}
        </span>
        <span>
          imported by <StoredName>{writtenBy.name}</StoredName>
        </span>
        <When at={createdAt} />
      </Text>
      {mayDecide && (
        <Group gap="xs" mt="xs">
          {mayConfirm && (
            <Button size="compact-sm" onClick={onConfirm} aria-keyshortcuts="y">
              Confirm
            </Button>
          )}
          <Button size="compact-sm" variant="default" onClick={onReject} aria-keyshortcuts="n">
            Not true
          </Button>
        </Group>
      )}
    </article>
  );
}
