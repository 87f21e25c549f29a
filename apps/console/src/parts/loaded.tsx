import { Skeleton, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Refusal } from '../api/client.ts';
import { Failure } from './failure.tsx';

interface RequestState<Answer> {
  readonly data: Answer | undefined;
  readonly error: Error | null;
  readonly isLoading: boolean;
}

/** Shows the state of a query: its answer, its error, or a loading indicator. */
export function Loaded<Answer>({
  of,
  children,
}: {
  of: RequestState<Answer>;
  children: (answer: Answer) => ReactNode;
}) {
  const isGone = of.error instanceof Refusal && !of.error.mayPass;
  return (
    <>
      {of.error && <Failure error={of.error} />}
      {of.data !== undefined && !isGone && children(of.data)}
      {of.isLoading && <Waiting />}
    </>
  );
}

const Waiting = () => (
  <Stack aria-busy="true" aria-label="Loading" role="status">
    <Skeleton height={28} />
    <Skeleton height={28} width="80%" />
    <Skeleton height={28} width="60%" />
  </Stack>
);
