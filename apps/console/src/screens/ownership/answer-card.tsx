import { Badge, Card, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import '../../parts/decision.css';
import { wordOfCertainty } from '../../parts/certainty.ts';

interface AnswerCardProps {
  readonly label: string;
  /** The answer as a sentence. */
  readonly children: ReactNode;
  readonly confidence: number;
  readonly isContradicted?: boolean | undefined;
  readonly evidence: ReactNode;
}

/** One answer as a card: the sentence, how sure it is in words, and its evidence. */
export const AnswerCard = ({ label, children, confidence, isContradicted, evidence }: AnswerCardProps) => (
  <Card withBorder p="sm" component="article" aria-label={label}>
    <Group gap="xs">
      <Text component="div">{children}</Text>
      <Badge variant="light" color="gray" tt="none">
        {wordOfCertainty(confidence)}
      </Badge>
      {isContradicted && (
        <Badge variant="light" color="orange" tt="none">
          another memory denies it
        </Badge>
      )}
    </Group>
    {evidence}
  </Card>
);
