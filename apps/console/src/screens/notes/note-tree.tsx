import { Button, Group, Modal, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import type { RouteOutput } from '@cairn/contracts';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import { useRoute } from '../../api/queries.ts';
import { Empty } from '../../parts/empty.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Page } from '../../parts/page.tsx';
import { CairnCommand } from '../../parts/program.tsx';
import { StoredName } from '../../parts/stored-text.tsx';
import { useFilters } from '../../parts/use-filters.ts';
import { When } from '../../parts/when.tsx';
import { useMay } from '../../session/session.ts';
import { workspaceQuery } from './workspace-query.ts';

type Note = RouteOutput<'listNotes'>['notes'][number];

/** Tree of the paths of a workspace. */
export function NoteTree() {
  const [{ workspace }, set] = useFilters('/notes');
  const workspaces = useRoute('workspaces', undefined);
  const found = useRoute('listNotes', { query: workspaceQuery(workspace) });
  const mayWrite = useMay('writer');
  const names = [...new Set(workspaces.data?.workspaces.map(({ name }) => name))];
  return (
    <Page title="Notes" says="Markdown files that the team and its agents share" actions={mayWrite && <NewNote />}>
      {names.length > 1 && (
        <NativeSelect
          maw={280}
          label="Workspace"
          value={workspace ?? names[0] ?? ''}
          data={names}
          onChange={({ currentTarget }) => set({ workspace: currentTarget.value })}
        />
      )}
      <Loaded of={found}>
        {({ notes, nextAfter }) =>
          notes.length === 0 ? (
            <Empty title="No note yet">
              Write the first one here, let an agent write one, or keep a folder in step:{' '}
              <CairnCommand>sync FOLDER</CairnCommand>
            </Empty>
          ) : (
            <>
              <Folder notes={notes} depth={0} workspace={workspace} />
              {nextAfter !== null && <Text size="sm">The list ends here; Ask finds the other notes.</Text>}
            </>
          )
        }
      </Loaded>
    </Page>
  );
}

interface FolderProps {
  readonly notes: readonly Note[];
  readonly depth: number;
  readonly workspace: string | undefined;
}

/** Notes of a folder, with its folders below. The first steps of all paths, up to `depth`, are those of the folder. */
function Folder({ notes, depth, workspace }: FolderProps) {
  const steps = Map.groupBy(notes, ({ path }) =>
    path
      .split('/')
      .slice(depth, depth + 1)
      .join(),
  );
  return (
    <ul className={depth === 0 ? 'plain-list' : 'plain-list nested'}>
      {[...steps].map(([step, below]) => {
        const [only] = below;
        const isFile = below.length === 1 && only!.path.split('/').length === depth + 1;
        return (
          <li key={step}>
            {isFile ? (
              <File note={only!} name={step} workspace={workspace} />
            ) : (
              <details open={depth === 0}>
                <summary>
                  <StoredName>{step}</StoredName>
                </summary>
                <Folder notes={below} depth={depth + 1} workspace={workspace} />
              </details>
            )}
          </li>
        );
      })}
    </ul>
  );
}

const File = ({ note, name, workspace }: { note: Note; name: string; workspace: string | undefined }) => (
  <Group justify="space-between" py={4} wrap="nowrap">
    <Link to="/notes" search={{ path: note.path, workspace } as never}>
      <StoredName>{name}</StoredName>
    </Link>
    <Text size="xs" c="dimmed">
      version {note.version}
      {note.author && (
        <>
          , <StoredName>{note.author}</StoredName>
        </>
      )}
      , <When at={note.at} />
    </Text>
  </Group>
);

function NewNote() {
  const [isOpen, setOpen] = useState(false);
  const [path, setPath] = useState('');
  const navigate = useNavigate();
  const begin = (event: FormEvent) => {
    event.preventDefault();
    const name = /\.md$/i.test(path.trim()) ? path.trim() : `${path.trim()}.md`;
    void navigate({ to: '/notes', search: { path: name, edit: '1' } });
  };
  return (
    <>
      <Button size="xs" onClick={() => setOpen(true)}>
        New note
      </Button>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        title="New note"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <form onSubmit={begin}>
          <Stack>
            <TextInput
              label="Path"
              placeholder="such as runbooks/deploy.md"
              required
              data-autofocus
              value={path}
              onChange={({ currentTarget }) => setPath(currentTarget.value)}
            />
            <Button type="submit">Write it</Button>
          </Stack>
        </form>
      </Modal>
    </>
  );
}
