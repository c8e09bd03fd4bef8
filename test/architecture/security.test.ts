/** Holds docs/security.md to the code: every test that it names exists under that title, and what it says is never called is not. */

import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { PANELS } from '../../renderer/panels/panelRegistry.tsx'
import { PAYLOADS } from '../hostile/payloads.ts'
import { ENCODINGS } from '../support/canary/scanner.ts'

const root = resolve(import.meta.dirname, '../..')
const textOf = (path: string) => readFileSync(join(root, path), 'utf8')
const page = textOf('docs/security.md')

/** Electron's recommendations, a row each; `9, 10` are two. */
const rows = [...page.matchAll(/^\| ([\d, ]+) \| .*? \| .*? \| (.*) \|$/gm)].map(
  ([, numbers = '', tests = '']) => ({
    numbers: numbers.split(',').map(Number),
    tests,
  }),
)

test('every recommendation of Electron has one row and a test', () => {
  expect(rows.flatMap(({ numbers }) => numbers)).toEqual(Array.from({ length: 20 }, (_, n) => n + 1))
  expect(rows.filter(({ tests }) => tests.trim() === '')).toEqual([])
})

test('the page gives the number of payloads and of panels as they are', () => {
  const counts = [...page.matchAll(/(\d+) payloads/g)].map(([, count]) => Number(count))
  expect(counts.length).toBeGreaterThan(3)
  expect(new Set(counts)).toEqual(new Set([PAYLOADS.length]))
  expect(page).toContain(` ${PANELS.length} panels;`)
})

test('the page gives the number of secrets, encodings and hits of the day as they are', () => {
  const day = textOf('test/e2e/session/canary.spec.ts')
  const [, most = ''] = /expect\(\[scanner\.size, .*\]\)\.toEqual\(\[(\d+), 9\]\)/.exec(day) ?? []
  const [, secrets = ''] = /Array\((\d+)\)\.fill\(true\)/.exec(day) ?? []
  const row = page.split('\n').find((line) => line.includes('`test/e2e/session/canary.spec.ts`')) ?? ''
  const [, named = ''] = /in nine encodings \((.*?)\)/.exec(row) ?? []
  expect(named.split(', ')).toEqual(Object.keys(ENCODINGS))
  expect([Number(most), Number(secrets)]).toEqual([Object.keys(ENCODINGS).length * Number(secrets), 12])
  expect(row).toMatch(new RegExp(`^\\| Twelve secrets .* finds all ${most}, .* in each of nine places:`))
})

test('every test of hostile texts is on the page, and exists', () => {
  const named = [...page.matchAll(/`(test\/hostile\/[\w.]+)`/g)].map(([, path]) => path)
  const there = globSync('test/hostile/*.test.{ts,tsx}', { cwd: root })
  expect(new Set(named)).toEqual(new Set(there.map((path) => path.replaceAll('\\', '/'))))
})

test('every test that the page names by title exists', () => {
  const named = [...page.matchAll(/`(\w+\.test\.ts)`: ([^|;]+?)(?: \||;)/g)].map(
    ([, file = '', title = '']) => ({
      file,
      title,
    }),
  )
  expect(named.length).toBeGreaterThan(8)
  const missing = named.filter(
    ({ file, title }) =>
      !textOf(join('test/electron/shell', file)).replaceAll('\\', '').includes(`it('${title}'`),
  )
  expect(missing).toEqual([])
})

test('the program opens no address outside itself', () => {
  const calls = globSync('electron/**/*.ts', { cwd: root }).filter((path) =>
    textOf(path).includes('openExternal'),
  )
  expect(calls).toEqual([])
})
