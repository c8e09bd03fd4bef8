/** A picked file: no more of the file is read than its reader takes, and a file that is gone has a sentence. */

import { openAsBlob } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ok } from '../../../../shared/base/result.ts'
import { readPicked } from '../../../../renderer/state/windows/readPicked.ts'

it.each([
  ['a', 10, 10],
  ['a', 1_000, 44],
  ['€', 1_000, 14],
  ['😀', 1_000, 22],
])('of %s, %i times, the reader gets no more than shows that it is too long', async (letter, times, most) => {
  const read = await readPicked(new File([letter.repeat(times)], 'f.csv'), 10, ok)
  const text = read.ok ? read.value : ''
  expect(text.length).toBeLessThanOrEqual(most + 1)
  expect(text.length > 10).toBe(letter.length * times > 10)
})

it('a file that was deleted after it was picked has a sentence, and its reader is not called', async () => {
  const path = join(tmpdir(), `picked-${process.pid}.csv`)
  await writeFile(path, 'customer_code\nC1042\n')
  const blob = await openAsBlob(path)
  await rm(path)
  const gone = Object.assign(blob, { name: 'new.csv' }) as File
  expect(
    await readPicked(gone, 1_000, () => {
      throw new Error('read')
    }),
  ).toEqual({
    ok: false,
    failure: 'new.csv cannot be read. Check that it is still there, and choose it again.',
  })
})
