import { Anchor, type AnchorProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ReactNode } from 'react';

interface MemoryLinkProps extends AnchorProps {
  readonly id: string;
  /** Where it was found: what is tied to a peer is found nowhere else. */
  readonly channel?: string | null | undefined;
  readonly children: ReactNode;
}

const RoutedAnchor = createLink(Anchor<'a'>);

/** Leads to a memory. */
export const MemoryLink = ({ id, channel, children, ...look }: MemoryLinkProps) => (
  <RoutedAnchor to={`/memories/${id}`} search={channel ? { channel } : {}} {...look}>
    {children}
  </RoutedAnchor>
);

/** How a memory is asked for that is read in this channel. */
export const askedIn = (channel: string | null | undefined): { readonly query?: { readonly channel: string } } =>
  channel ? { query: { channel } } : {};
