import { List, Stack, Text, UnstyledButton } from '@mantine/core';
import { importSources, type ImportSource } from './import-sources.ts';

interface GalleryProps {
  readonly chosen: ImportSource | undefined;
  readonly onChoose: (source: ImportSource | undefined) => void;
}

/** Sources of imports as cards. The chosen one shows how to get its export. */
export const Gallery = ({ chosen, onChoose }: GalleryProps) => (
  <Stack gap="sm">
    <ul className="gallery" aria-label="Sources">
      {importSources.map((source) => (
        <li key={source.id}>
          <UnstyledButton
            className="gallery-card"
            aria-pressed={chosen?.id === source.id}
            onClick={() => onChoose(chosen?.id === source.id ? undefined : source)}
          >
            <Text fw={600} size="sm">
              {source.label}
            </Text>
            <Text size="xs" c="dimmed">
              {source.gives}
            </Text>
          </UnstyledButton>
        </li>
      ))}
    </ul>
    {chosen && (
      <section aria-label={`How to get ${chosen.label}`}>
        <List type="ordered" size="sm">
          {chosen.steps.map((step) => (
            <List.Item key={step} className="stored-name">
              {step}
            </List.Item>
          ))}
        </List>
      </section>
    )}
  </Stack>
);
