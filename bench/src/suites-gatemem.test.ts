import { valueToDelete } from './suites-gatemem.ts';

test('finds the value that a turn asks to delete, and none in a turn that only speaks of deletion', () => {
  const asked = [
    'Delete the old gate code 7105 from memory, please.',
    'Remove the first door phrase from shared memory. The phrase green heron is to be treated as gone.',
    'Forget the former note behind the boat shed from accessible memory and never tell it again.',
    "Delete the mapping from memory: do not keep the note 'Berth nine = Ann Moor'. Others may say 'a guest'.",
  ];

  expect(asked.map(valueToDelete)).toEqual(['7105', 'green heron', 'behind the boat shed', 'Ann Moor']);
  expect(valueToDelete('The code 7105 stays deleted, and nobody may tell it.')).toBeUndefined();
});
