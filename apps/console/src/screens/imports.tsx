import { Alert, Button, Checkbox, Group, List, NativeSelect, Progress, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type DragEvent } from 'react';
import { Page } from '../parts/page.tsx';
import { StoredName } from '../parts/stored-text.tsx';
import { importFile, type ImportProgress } from './imports/import-file.ts';
import { TakeBack } from './imports/take-back.tsx';
import { toast } from '../parts/toast.tsx';

/** Screen for importing dropped files: exports of chats and of Slack, transcripts of agents, and files with one item per line. */
export function Imports() {
  const client = useQueryClient();
  const [progresses, setProgresses] = useState<Readonly<Record<string, ImportProgress>>>({});
  const [visibility, setVisibility] = useState<'private' | 'org'>('private');
  const [isDryRun, setDryRun] = useState(false);
  const take = async (files: readonly File[]) => {
    for (const file of files)
      await importFile(file, {
        visibility,
        isDryRun,
        onProgress: (progress) => setProgresses((before) => ({ ...before, [file.name]: progress })),
      });
    toast(isDryRun ? 'Everything was read, and nothing was sent.' : 'The import is done.');
    await client.invalidateQueries();
  };
  return (
    <Page
      title="Imports"
      says="Import exports of ChatGPT, claude.ai and Slack, transcripts of agents, Markdown, or JSONL"
    >
      <DropZone onFiles={(files) => void take(files)} />
      <NativeSelect
        maw={320}
        label="Readers of an export"
        value={visibility}
        onChange={({ currentTarget }) => setVisibility(currentTarget.value === 'org' ? 'org' : 'private')}
        data={[
          { value: 'private', label: 'only I' },
          { value: 'org', label: 'everybody in the organisation' },
        ]}
      />
      <Checkbox
        label="Dry run: read everything, show what would be stored, and store nothing"
        checked={isDryRun}
        onChange={({ currentTarget }) => setDryRun(currentTarget.checked)}
      />
      <Text size="sm" c="dimmed">
        Exports go in as they were downloaded, zipped or not, and so do sessions of Claude Code and Codex (.jsonl). What
        stood in private channels and direct messages of Slack stays private to you. Dropping a file again is harmless:
        only what is new is added, so that an import that broke off is carried on that way.
      </Text>
      <Text size="sm" c="dimmed">
        Markdown (.md, or a vault as .zip) becomes a memory a section, with its tags, day and links.
      </Text>
      <Text size="sm" c="dimmed">
        JSONL is one JSON object a line. A line with a title becomes a memory, every other a message. Fields are those
        of the HTTP API: content, title, category, tags, speaker, channel, sessionKey, timestamp, externalId. Where
        lines have no id, the same line is stored again.
      </Text>
      {Object.entries(progresses).map(([name, progress]) => (
        <FileProgress key={name} name={name} progress={progress} />
      ))}
      <TakeBack latest={Object.values(progresses).findLast(({ created }) => created > 0)?.importId} />
    </Page>
  );
}

function DropZone({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const [isOver, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const over = (is: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(is);
  };
  return (
    <div
      className="drop"
      data-over={isOver}
      onDragOver={over(true)}
      onDragLeave={over(false)}
      onDrop={(event) => {
        over(false)(event);
        onFiles([...event.dataTransfer.files]);
      }}
    >
      <p>Drop exports (.zip, .json), .md or .jsonl files here</p>
      <input
        ref={input}
        type="file"
        accept=".zip,.json,.md,.markdown,.jsonl,.ndjson,.gz,.log,application/zip,application/json,application/x-ndjson"
        multiple
        hidden
        aria-label="Files to import"
        onChange={({ currentTarget: { files } }) => files && onFiles([...files])}
      />
      <Button onClick={() => input.current?.click()}>Choose files</Button>
    </div>
  );
}

const SHOWN_MAX = 50;

function FileProgress({ name, progress }: { name: string; progress: ImportProgress }) {
  const { share, created, failed, errors, importId, problem, retimed } = progress;
  const percent = Math.round(share * 100);
  return (
    <Stack gap="xs" role="group" aria-label={name}>
      <Group justify="space-between">
        <Text fw={600}>
          <StoredName>{name}</StoredName>
        </Text>
        <Text size="sm" role="status">
          {countsOf(progress)}
        </Text>
      </Group>
      {created > 0 && (
        <Text size="sm" c="dimmed">
          Import id {importId}
        </Text>
      )}
      {retimed.count > 0 && (
        <Text size="sm" c="dimmed">
          {retimed.count} without a time, or with an impossible one, took the nearest of the conversation, or have none:{' '}
          <StoredName>{retimed.places.join('; ')}</StoredName>
        </Text>
      )}
      <Progress value={percent} aria-label={`${name}: ${percent} percent`} />
      {problem !== undefined && (
        <Alert color="red" variant="light" title="The import stopped here. Drop the file again to continue.">
          <StoredName>{problem}</StoredName>
        </Alert>
      )}
      {failed > 0 && (
        <Alert color="red" variant="light" title="These were not stored. Correct them, and drop the file again.">
          <List size="sm">
            {errors.slice(0, SHOWN_MAX).map(({ place, message }, at) => (
              <List.Item key={at}>
                <StoredName>{place}</StoredName>: <StoredName>{message}</StoredName>
              </List.Item>
            ))}
          </List>
          {failed > SHOWN_MAX && <Text size="sm">And {failed - SHOWN_MAX} more.</Text>}
        </Alert>
      )}
    </Stack>
  );
}

function countsOf({ read, taken, created, failed, isDryRun }: ImportProgress): string {
  if (isDryRun) return `${read} read: ${taken} would be sent, ${failed} cannot be`;
  return `${read} read: ${created} new, ${read - created - failed} already there, ${failed} failed`;
}
