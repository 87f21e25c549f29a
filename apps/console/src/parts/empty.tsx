import { Paper, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** Placeholder of an empty list, with advice. */
export const Empty = ({ title, children }: { title: string; children: ReactNode }) => (
  <Paper withBorder p="xl" ta="center">
    <Title order={2} size="h4">
      {title}
    </Title>
    <Text component="div" c="dimmed" mt="xs">
      {children}
    </Text>
  </Paper>
);
