import { Anchor } from '@mantine/core';
import { createLink } from '@tanstack/react-router';

/** Link to a screen, by its typed route. */
export const RoutedAnchor = createLink(Anchor<'a'>);
