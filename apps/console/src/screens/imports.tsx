import { Alert, Button, Group, List, NativeSelect, Progress, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type DragEvent } from 'react';
import { Page } from '../parts/page.tsx';
import { StoredName } from '../parts/stored-text.tsx';
import { importFile, type Standing } from './imports/import-file.ts';
import { TakeBack } from './imports/take-back.tsx';
import { say } from '../parts/say.tsx';

/** Files of one item a line, and exports of chats, put in by dropping them here. */
export function Imports() {
  const client = useQueryClient();
  const [standings, setStandings] = useState<Readonly<Record<string, Standing>>>({});
  const [visibility, setVisibility] = useState<'private' | 'org'>('private');
  const take = async (files: readonly File[]) => {
    for (const file of files)
      await importFile(file, {
        visibility,
        onStanding: (standing) => setStandings((before) => ({ ...before, [file.name]: standing })),
      });
    say('The import is done.');
    await client.invalidateQueries();
  };
  return (
    <Page title="Imports" says="Put in what you have: conversations of ChatGPT and claude.ai, or JSONL">
      <DropZone onFiles={(files) => void take(files)} />
      <NativeSelect
        maw={320}
        label="Who may read an export"
        value={visibility}
        onChange={({ currentTarget }) => setVisibility(currentTarget.value === 'org' ? 'org' : 'private')}
        data={[
          { value: 'private', label: 'only I' },
          { value: 'org', label: 'everybody in the organisation' },
        ]}
      />
      <Text size="sm" c="dimmed">
        An export of ChatGPT or claude.ai: unpack it, and drop its conversations.json. What else there is to import, the
        command line does.
      </Text>
      <Text size="sm" c="dimmed">
        JSONL is one JSON object a line. A line with a title becomes a memory, every other a message. Fields are those
        of the HTTP API: content, title, category, tags, speaker, channel, sessionKey, timestamp, externalId. Sending a
        file twice stores nothing twice where lines carry an id.
      </Text>
      {Object.entries(standings).map(([name, standing]) => (
        <FileStanding key={name} name={name} standing={standing} />
      ))}
      <TakeBack latest={Object.values(standings).findLast(({ created }) => created > 0)?.importId} />
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
      <p>Drop conversations.json or .jsonl files here</p>
      <input
        ref={input}
        type="file"
        accept=".json,.jsonl,.ndjson,application/json,application/x-ndjson"
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

function FileStanding({ name, standing }: { name: string; standing: Standing }) {
  const { unit, done, total, created, errors, importId } = standing;
  const share = total === 0 ? 100 : Math.round((done / total) * 100);
  return (
    <Stack gap="xs" role="group" aria-label={name}>
      <Group justify="space-between">
        <Text fw={600}>
          <StoredName>{name}</StoredName>
        </Text>
        <Text size="sm" role="status">
          {done} of {total} {unit === 'line' ? 'lines' : 'messages'}: {created} new, {done - created - errors.length}{' '}
          already there, {errors.length} failed
        </Text>
      </Group>
      {created > 0 && (
        <Text size="sm" c="dimmed">
          Import id {importId}
        </Text>
      )}
      <Progress value={share} aria-label={`${name}: ${share} percent`} />
      {errors.length > 0 && (
        <Alert color="red" variant="light" title="These were not stored. Mend them, and drop the file again.">
          <List size="sm">
            {errors.slice(0, SHOWN_MAX).map(({ line, message }, place) => (
              <List.Item key={place}>
                {unit === 'line' ? 'Line' : 'Conversation'} {line}: <StoredName>{message}</StoredName>
              </List.Item>
            ))}
          </List>
          {errors.length > SHOWN_MAX && <Text size="sm">And {errors.length - SHOWN_MAX} more.</Text>}
        </Alert>
      )}
    </Stack>
  );
}
