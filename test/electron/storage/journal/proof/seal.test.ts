import { expect, it } from 'vitest'
import {
  checkWith,
  newPrivateKey,
  readHead,
  sealWith,
  sealedHead,
} from '../../../../../electron/storage/journal/proof/seal.ts'

const seal = (() => {
  const made = sealWith(newPrivateKey())
  if (!made.ok) throw new Error(made.failure)
  return made.value
})()
const checker = checkWith(seal.publicKey)
const mark = { journal: '2026-01-05T09:00:00.000Z', seq: 41, hash: 'a'.repeat(64), count: 41 }

it('a checkpoint is signed for one purpose, journal, number, hash and count of records only', () => {
  const signature = seal.sign('more', mark)
  expect(checker.check('more', mark, signature)).toBe(true)
  const others = [
    { ...mark, journal: '2026-01-06T09:00:00.000Z' },
    { ...mark, seq: 40 },
    { ...mark, hash: 'b'.repeat(64) },
    { ...mark, count: 40 },
  ]
  expect(others.filter((other) => checker.check('more', other, signature))).toEqual([])
  for (const purpose of ['head', 'closed', 'next-segment'] as const)
    expect(checker.check(purpose, mark, signature)).toBe(false)
})

it('a stored head with a changed count is refused', () => {
  const text = sealedHead(seal, mark)
  expect(readHead(text, checker)).toMatchObject(mark)
  expect(readHead(text.replace('"count":41', '"count":40'), checker)).toBeNull()
})
