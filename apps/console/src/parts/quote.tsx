import { Badge, Group, Text } from '@mantine/core';
import { StoredName, StoredText } from './stored-text.tsx';
import { When } from './when.tsx';

interface QuoteProps {
  readonly speaker: string | null;
  readonly role: string;
  readonly channel?: string | null;
  readonly timestamp: number | null;
  readonly createdAt: number;
  readonly content: string;
}

/** Message with its speaker, place and time. */
export const Quote = ({ speaker, role, channel, timestamp, createdAt, content }: QuoteProps) => (
  <>
    <Group gap="xs" mb={4}>
      <Text size="sm" fw={600}>
        <StoredName>{speaker ?? role}</StoredName>
      </Text>
      {channel && (
        <Badge variant="default" tt="none">
          <StoredName>{channel}</StoredName>
        </Badge>
      )}
      <Text size="sm" c="dimmed">
        <When at={timestamp ?? createdAt} />
      </Text>
    </Group>
    <StoredText short>{content}</StoredText>
  </>
);
