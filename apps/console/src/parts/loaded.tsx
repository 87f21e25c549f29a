import { Skeleton, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Failure } from './failure.tsx';

interface Asked<Answer> {
  readonly data: Answer | undefined;
  readonly error: Error | null;
  readonly isLoading: boolean;
}

/** What a question came to: its answer, why there is none, or that it is on its way. */
export function Loaded<Answer>({ of, children }: { of: Asked<Answer>; children: (answer: Answer) => ReactNode }) {
  if (of.error) return <Failure error={of.error} />;
  if (of.data !== undefined) return <>{children(of.data)}</>;
  if (!of.isLoading) return null;
  return (
    <Stack aria-busy="true" aria-label="Loading" role="status">
      <Skeleton height={28} />
      <Skeleton height={28} width="80%" />
      <Skeleton height={28} width="60%" />
    </Stack>
  );
}
