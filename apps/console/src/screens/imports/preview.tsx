import { Alert, Button, Group, Loader, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatCount } from '../../parts/counted.ts';
import { StoredName, StoredText } from '../../parts/stored-text.tsx';
import type { Dropped } from './dropped.ts';
import type { NamedKind } from './import-sources.ts';
import { previewFile, type ImportPreview } from './import-file.ts';
import type { Line } from './lines-of-file.ts';

const PREVIEWED = 10;
const CHARS_SHOWN = 300;

interface PreviewProps {
  readonly dropped: Dropped;
  readonly kind: NamedKind | undefined;
}

/** The first items that something dropped would give, before anything is sent. */
export function Preview({ dropped, kind }: PreviewProps) {
  const preview = useQuery({
    queryKey: ['preview of an import', dropped.name, dropped.files.length, dropped.file?.lastModified, kind],
    queryFn: () => previewFile(dropped, kind, PREVIEWED),
    retry: false,
    gcTime: 0,
  });
  return (
    <section aria-label={`Preview of ${dropped.name}`}>
      <Title order={2} size="h5">
        <StoredName>{dropped.name}</StoredName>
      </Title>
      {preview.isLoading && <Loader role="status" aria-label="Reading" size="sm" />}
      {preview.error && (
        <Alert color="red" variant="light" title="Could not read it" role="alert">
          <StoredName>{preview.error.message}</StoredName> Choose its source above, or another file.
        </Alert>
      )}
      {preview.data && <First {...preview.data} />}
    </section>
  );
}

const First = ({ lines, errors }: ImportPreview) => (
  <Stack gap={0}>
    <Text size="sm" c="dimmed">
      {lines.length === PREVIEWED ? `The first ${PREVIEWED} items` : formatCount(lines.length, 'item')}
      {errors.length > 0 && `, and ${formatCount(errors.length, 'problem')} so far`}:
    </Text>
    {lines.map((line, at) => (
      <div key={at} className="row">
        <Item {...line} />
      </div>
    ))}
    {errors.map(({ place, message }, at) => (
      <Text key={at} size="sm" c="red">
        <StoredName>{place}</StoredName>: <StoredName>{message}</StoredName>
      </Text>
    ))}
  </Stack>
);

const Item = ({ item: { title, speaker, role, content } }: Line) => {
  const heading = [title, speaker, role].find((each) => typeof each === 'string');
  return (
    <>
      <Text size="sm" fw={600}>
        <StoredName>{heading ?? 'Item'}</StoredName>
      </Text>
      <StoredText short>{String(content ?? '').slice(0, CHARS_SHOWN)}</StoredText>
    </>
  );
};

interface ReadersProps {
  readonly isBusy: boolean;
  readonly onImport: (readers: 'private' | 'org') => void;
  readonly onCheck: () => void;
  readonly onCancel: () => void;
}

/** The two answers to the question of the readers; each begins the import. */
export const Readers = ({ isBusy, onImport, onCheck, onCancel }: ReadersProps) => (
  <Stack gap="xs" role="group" aria-label="Readers">
    <Text fw={600}>Is it for you or for the team?</Text>
    <Group gap="xs">
      <Button loading={isBusy} onClick={() => onImport('private')}>
        Import for me
      </Button>
      <Button loading={isBusy} onClick={() => onImport('org')} variant="light">
        Import for the team
      </Button>
      <Button disabled={isBusy} onClick={onCheck} variant="default">
        Check everything first
      </Button>
      <Button disabled={isBusy} onClick={onCancel} variant="default">
        Cancel
      </Button>
    </Group>
    <Text size="sm" c="dimmed">
      Importing again is harmless: only what is new is added.
    </Text>
  </Stack>
);
