import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { RoutedAnchor } from './routed-anchor.ts';
import { ROW_TARGET } from './use-row-keys.ts';
import { StoredName } from './stored-text.tsx';
import { When } from './when.tsx';

interface ListRowProps {
  readonly title: string;
  /** Address of the page that the row opens. */
  readonly to: string;
  readonly search?: Readonly<Record<string, string | undefined>>;
  /** Chips after the title, such as the state. */
  readonly chips?: ReactNode;
  /** Facts in the second line, such as kind, author and project. Empty ones are left out. */
  readonly facts?: readonly ReactNode[];
  readonly at?: number | null;
  /** Buttons at the end of the row. */
  readonly actions?: ReactNode;
}

/** Height of a row in pixels: 18 rows fit in 800. */
export const ROW_PX = 44;

/** Dense row of a list in two lines: title and chips, then facts. The title is the link that Enter opens. */
export const ListRow = ({ title, to, search, chips, facts = [], at, actions }: ListRowProps) => (
  <div className="list-row">
    <div className="list-row-text">
      <div className="list-row-title">
        <RoutedAnchor to={to} search={search ?? {}} c="inherit" fw={600} className="list-row-link" {...ROW_TARGET}>
          <StoredName>{title}</StoredName>
        </RoutedAnchor>
        {chips}
      </div>
      <Text component="div" size="xs" c="dimmed" className="list-row-facts">
        {facts.filter(Boolean).map((fact, place) => (
          <span key={place}>{fact}</span>
        ))}
      </Text>
    </div>
    {at !== undefined && (
      <Text component="div" size="xs" c="dimmed" className="list-row-time">
        <When at={at} />
      </Text>
    )}
    {actions}
  </div>
);
