import { Button, Group, List, Stack, Text, Textarea } from '@mantine/core';
import type { RouteInput, RouteOutput } from '@cairn/contracts';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Refusal } from '../../api/client.ts';
import { useAct, useRoute } from '../../api/queries.ts';
import { Failure } from '../../parts/failure.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Markdown } from '../../parts/markdown/markdown.tsx';
import { Page } from '../../parts/page.tsx';
import { StoredName } from '../../parts/stored-text.tsx';
import { toast } from '../../parts/toast.tsx';
import { useFilters } from '../../parts/use-filters.ts';
import { When } from '../../parts/when.tsx';
import { useMay } from '../../session/session.ts';
import { workspaceQuery } from './workspace-query.ts';

type Note = RouteOutput<'getNote'>;

/** One note, rendered, with its versions. `edit` opens the editor, also for a note that does not exist yet. */
export function ReadNote({ path }: { path: string }) {
  const [{ workspace, version, edit }, set] = useFilters('/notes');
  const navigate = useNavigate();
  const mayWrite = useMay('writer');
  const place = { path, ...workspaceQuery(workspace) };
  const found = useRoute('getNote', { query: { ...place, ...(version && { version: Number(version) }) } });
  const isNew = found.error instanceof Refusal && found.error.status === 404 && edit === '1';
  const isEditing = edit === '1' && mayWrite;
  const end = () => set({ edit: undefined, version: undefined });
  return (
    <Page
      title={path}
      says={found.data && <Facts {...found.data} />}
      actions={
        <>
          <Button
            variant="default"
            size="xs"
            onClick={() => void navigate({ to: '/notes', search: workspaceQuery(workspace) })}
          >
            All notes
          </Button>
          {mayWrite && !isEditing && !version && (
            <Button size="xs" onClick={() => set({ edit: '1' })}>
              Edit
            </Button>
          )}
        </>
      }
    >
      {isNew && <Editor place={place} text="" version={0} onEnd={end} />}
      {!isNew && (
        <Loaded of={found}>
          {(note) =>
            isEditing ? (
              <Editor place={place} text={note.text} version={note.version} onEnd={end} />
            ) : (
              <Markdown>{note.text}</Markdown>
            )
          }
        </Loaded>
      )}
      {found.data && <Versions place={place} shown={found.data.version} onShow={(to) => set({ version: to })} />}
    </Page>
  );
}

const Facts = ({ version, author, at, totalLines }: Note) => (
  <>
    version {version}
    {author && (
      <>
        {' '}
        by <StoredName>{author}</StoredName>
      </>
    )}
    , <When at={at} />, {totalLines} lines
  </>
);

interface EditorProps {
  readonly place: { readonly path: string; readonly workspace?: string };
  readonly text: string;
  readonly version: number;
  readonly onEnd: () => void;
}

/** Editor of a note. It is stored only if nobody stored another version meanwhile. */
function Editor({ place, text, version, onEnd }: EditorProps) {
  const [draft, setDraft] = useState(text);
  const put = useAct('putNote', ({ note }) => {
    toast(`Stored as version ${note.version}.`);
    onEnd();
  });
  const body = { ...place, text: draft, expectedVersion: version };
  return (
    <Stack>
      <Textarea
        label="Text of the note"
        autosize
        minRows={12}
        maxRows={30}
        autoFocus
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        value={draft}
        onChange={({ currentTarget }) => setDraft(currentTarget.value)}
      />
      {put.error && <Failure error={put.error} />}
      <Group>
        <Button loading={put.isPending} onClick={() => put.mutate({ body: body as RouteInput<'putNote'>['body'] })}>
          Save
        </Button>
        <Button variant="default" onClick={onEnd}>
          Cancel
        </Button>
      </Group>
    </Stack>
  );
}

interface VersionsProps {
  readonly place: EditorProps['place'];
  readonly shown: number;
  readonly onShow: (version: string | undefined) => void;
}

function Versions({ place, shown, onShow }: VersionsProps) {
  const found = useRoute('noteVersions', { query: place });
  const versions = found.data?.versions ?? [];
  if (versions.length < 2) return null;
  return (
    <details>
      <summary>{versions.length} versions</summary>
      <List listStyleType="none" mt="xs">
        {versions.map(({ version, author, at, isDeleted }, place) => (
          <List.Item key={version}>
            <Group gap="xs">
              <Button
                size="compact-xs"
                variant={version === shown ? 'filled' : 'default'}
                disabled={isDeleted}
                onClick={() => onShow(place === 0 ? undefined : String(version))}
              >
                Version {version}
              </Button>
              <Text size="sm" c="dimmed">
                {author && <StoredName>{author}</StoredName>} <When at={at} />
                {isDeleted && ', deleted'}
              </Text>
            </Group>
          </List.Item>
        ))}
      </List>
    </details>
  );
}
