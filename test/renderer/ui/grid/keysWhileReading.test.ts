import { expect, it } from 'vitest'
import {
  keepKeysWhileReading,
  type KeysWhileReading,
  type TypedKey,
} from '../../../../renderer/ui/grid/keysWhileReading.ts'

const plain = { repeat: false, ctrlKey: false, altKey: false, metaKey: false, shiftKey: false }
const press = (key: string, more: Partial<TypedKey> = {}): TypedKey => ({ ...plain, key, ...more })
const after = (...keys: TypedKey[]) => keys.reduce<KeysWhileReading | null>(keepKeysWhileReading, null)

it.each<[string, TypedKey[], KeysWhileReading | null]>([
  ['nothing', [], null],
  ['Home', [press('Home')], { row: 'first', open: false }],
  ['the last of two', [press('Home'), press('End')], { row: 'last', open: false }],
  ['Home and Enter', [press('Home'), press('Enter')], { row: 'first', open: true }],
  ['another row after all', [press('Home'), press('Enter'), press('End')], { row: 'last', open: false }],
  ['an Enter on nothing', [press('Enter')], null],
  ['a second Enter, meant for what the first opens', [press('End'), press('Enter'), press('Enter')], null],
  ['a letter on top', [press('Home'), press('Enter'), press('-')], null],
  ['Ctrl Home', [press('Home', { ctrlKey: true })], null],
  [
    'an Enter held since before',
    [press('Home'), press('Enter', { repeat: true })],
    { row: 'first', open: false },
  ],
  [
    'an Enter held on',
    [press('Home'), press('Enter'), press('Enter', { repeat: true })],
    { row: 'first', open: true },
  ],
])('of %s', (_name, keys, kept) => {
  expect(after(...keys)).toEqual(kept)
})
