import { Button, Group, Stack, Text } from '@mantine/core';
import type { ImportedMemory } from '@cairn/contracts';
import { call } from '../../api/client.ts';
import { useImportedMemories } from '../../api/pages.ts';
import { archiveAll } from '../../parts/archive.ts';
import { formatCount } from '../../parts/counted.ts';
import { Empty } from '../../parts/empty.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { MemoryLink } from '../../parts/memory-link.tsx';
import { ShowMore } from '../../parts/show-more.tsx';
import { StateChips } from '../../parts/state-chips.tsx';
import { StoredName, StoredText } from '../../parts/stored-text.tsx';
import { perform, toastFinal } from '../../parts/toast.tsx';
import { ROW_TARGET } from '../../parts/use-row-keys.ts';
import { When } from '../../parts/when.tsx';
import { useMay, useSession } from '../../session/session.ts';
import { confirm } from './confirm.ts';
import { DecisionList } from './decision-list.tsx';

/** List of rules and decisions that imports brought, which a person confirms one by one or by whole imports. */
export function Imported() {
  const pages = useImportedMemories();
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
              <WholeImports memories={memories} />
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

const keyOfImport = ({ importedBy, writtenBy }: ImportedMemory) => `${writtenBy.principalId} ${importedBy.importId}`;

/** Buttons that confirm all of an import at once, one for each import in the list. */
function WholeImports({ memories }: { readonly memories: readonly ImportedMemory[] }) {
  const mayConfirm = useMayConfirm();
  if (!mayConfirm) return null;
  return (
    <Group gap="xs">
      {[...Map.groupBy(memories, keyOfImport)].map(([key, [first]]) => (
        <Button key={key} size="compact-sm" variant="default" onClick={() => confirmWhole(first!)}>
          Confirm all of <StoredName>{first!.importedBy.name ?? first!.importedBy.importId}</StoredName>
        </Button>
      ))}
    </Group>
  );
}

const useMayConfirm = () => {
  const { holder } = useSession();
  return useMay('writer') && holder?.kind === 'person';
};

/** Confirms what an import brought, page by page, and says what was left out since it reads like planted instructions. */
const confirmWhole = ({ importedBy: { importId }, writtenBy: { principalId: by } }: ImportedMemory): void =>
  perform(async () => {
    let [confirmed, suspect] = [0, 0];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const body = { by, ...(cursor !== undefined && { cursor }) };
      const page = await call('confirmImport', { params: { importId }, body });
      confirmed += page.confirmed;
      suspect += page.suspect.length;
      cursor = page.nextCursor;
    }
    const rest = suspect === 0 ? '' : ` ${suspect} read like planted instructions: decide on each.`;
    const says = `${formatCount(confirmed, 'memory', 'memories')} confirmed`;
    toastFinal(says, `${says}.${rest}`);
  });

interface ImportedCardProps {
  readonly memory: ImportedMemory;
  readonly onConfirm: () => void;
  readonly onReject: () => void;
}

function ImportedCard({ memory, onConfirm, onReject }: ImportedCardProps) {
  const { memoryId, title, content, channel, createdAt, writtenBy, importedBy, signals } = memory;
  const mayDecide = useMay('writer');
  const mayConfirm = useMayConfirm();
  return (
    <article aria-label={title}>
      <MemoryLink id={memoryId} channel={channel} fw={600} c="inherit" {...ROW_TARGET}>
        <StoredName>{title}</StoredName>
      </MemoryLink>{' '}
      {signals && <StateChips state="active" trust="suspect" />}
      {content !== title && <StoredText short>{content}</StoredText>}
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
