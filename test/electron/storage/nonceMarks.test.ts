import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createNonces } from '../../../electron/broker/authentication/nonces.ts'
import { openNonceMarks } from '../../../electron/storage/nonceMarks.ts'

let directory: string
let problems: string[]
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'openpit-nonces-'))
  problems = []
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

const open = (salt: number) => {
  const { marks, problem } = openNonceMarks(directory, {
    salt,
    onProblem: (sentence) => problems.push(sentence),
  })
  if (problem !== null) problems.push(problem)
  return marks
}

test('marks and salt outlive the run: a restart that sees the same time gives out no nonce twice', () => {
  const time = () => ({ time: Date.UTC(2026, 0, 5), uncertaintyMs: 0 })
  const given = new Set<string>()
  for (let run = 0; run < 2; run++) {
    const marks = open(run)
    expect(marks.salt).toBe(0)
    const nonces = createNonces('key', marks, time)
    for (let n = 0; n < 100; n++) {
      const nonce = nonces.take()
      if (nonce.ok) given.add(nonce.value)
    }
  }
  expect(given.size).toBe(200)
  expect(problems).toEqual([])
  expect(statSync(join(directory, 'nonces.json')).mode & 0o077).toBe(0)
})

test.each([
  '',
  '{',
  'null',
  '[]',
  '{"salt":-1,"marks":{}}',
  '{"salt":1,"marks":{"k":5}}',
  '{"salt":70000,"marks":{}}',
])('a file that holds %j is reported once and replaced', (text) => {
  writeFileSync(join(directory, 'nonces.json'), text)
  const marks = open(7)
  expect([marks.salt, marks.read('k')]).toEqual([7, null])
  marks.write('k', '123')
  expect(problems).toHaveLength(1)
  expect(open(8).read('k')).toBe('123')
})

test('a folder that is gone is reported once; nonces go on without being stored', () => {
  const marks = open(7)
  rmSync(directory, { recursive: true })
  marks.write('k', '1')
  marks.write('k', '2')
  expect(marks.read('k')).toBe('2')
  expect(problems).toHaveLength(1)
  expect(() => readFileSync(join(directory, 'nonces.json'))).toThrow()
})
