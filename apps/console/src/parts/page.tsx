import { Group, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';

interface PageProps {
  readonly title: string;
  readonly says?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** Screen with its heading and content. */
export function Page({ title, says, actions, children }: PageProps) {
  useDocumentTitle(`${title} · Cairn`);
  return (
    <Stack gap="md" maw={1100}>
      <Group justify="space-between" align="flex-end">
        <div>
          <Title order={1} size="h2" className="stored-name" dir="auto">
            {title}
          </Title>
          {says && (
            <Text component="div" c="dimmed">
              {says}
            </Text>
          )}
        </div>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </Stack>
  );
}
