import { Card, Text } from '@mantine/core';

interface DayChartProps {
  readonly label: string;
  /** One number in words: the sum, or the highest value. */
  readonly summary: string;
  /** Values of equal stretches of the last 24 hours, oldest first. */
  readonly values: readonly number[];
}

const HEIGHT = 40;

/** Small bar chart of the last 24 hours. Its text alternative is the summary. */
export function DayChart({ label, summary, values }: DayChartProps) {
  const most = Math.max(1, ...values);
  return (
    <Card withBorder p="sm">
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Text fw={700} size="lg">
        {summary}
      </Text>
      <svg
        viewBox={`0 0 ${values.length} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="day-chart"
        aria-hidden="true"
      >
        {values.map((value, at) => (
          <rect
            key={at}
            x={at + 0.1}
            width={0.8}
            y={HEIGHT - bar(value, most)}
            height={bar(value, most)}
            fill="currentColor"
          />
        ))}
      </svg>
      <Text size="xs" c="dimmed">
        last 24 hours
      </Text>
    </Card>
  );
}

/** Height of a bar; a value that is not zero is always visible. */
const bar = (value: number, most: number) => (value === 0 ? 0 : Math.max(2, (value / most) * HEIGHT));
