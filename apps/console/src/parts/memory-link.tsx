import type { AnchorProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { RoutedAnchor } from './routed-anchor.ts';

interface MemoryLinkProps extends AnchorProps {
  readonly id: string;
  /** Channel of the memory. It is required to load memories of a peer. */
  readonly channel?: string | null | undefined;
  readonly children: ReactNode;
}

/** Link to a memory. */
export const MemoryLink = ({ id, channel, children, ...look }: MemoryLinkProps) => (
  <RoutedAnchor to={`/memories/${id}`} search={channel ? { channel } : {}} {...look}>
    {children}
  </RoutedAnchor>
);

/** Query parameters that load a memory within a channel. */
export const channelQuery = (channel: string | null | undefined): { readonly query?: { readonly channel: string } } =>
  channel ? { query: { channel } } : {};
