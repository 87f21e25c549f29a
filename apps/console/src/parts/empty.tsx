import { Paper, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** Nothing is here: what to do next. */
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
