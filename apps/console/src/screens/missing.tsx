import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Empty } from '../parts/empty.tsx';

export const Missing = () => (
  <Empty title="There is no such screen">
    <Anchor component={Link} to="/">
      Go to the home screen
    </Anchor>
  </Empty>
);
