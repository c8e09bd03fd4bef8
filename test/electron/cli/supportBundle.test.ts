/** `npm run support:bundle` as a dealer runs it where the terminal does not start: a listing first, a file only after `--yes`. */

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openLog } from '../../../electron/log.ts'
import { runCommand } from './runCommand.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'openpit-support-'))
  mkdirSync(join(folder, 'data'))
  writeFileSync(join(folder, 'data', 'settings.json'), '{"version":9,"values":{}}')
  const opened = openLog(join(folder, 'data'))
  opened.log.warn('notice', { sentence: 'The settings of C1042 cannot be used.', customerCode: 'C1042' })
  opened.close()
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const make = (...more: readonly string[]) =>
  runCommand(
    folder,
    'supportBundle.ts',
    '--data-dir',
    join(folder, 'data'),
    '--out',
    join(folder, 'out'),
    ...more,
  )

test('lists what is in it, shows an entry, and writes the file after --yes', async () => {
  const listed = await make()
  expect(listed.code).toBe(0)
  expect(listed.out).toMatch(/^program\.txt: \d+ characters\. Versions of program and machine\.$/m)
  expect(listed.out).toContain('Nothing was written.')
  expect(readdirSync(folder)).toEqual(['data'])
  const shown = await make('--show', 'check.txt')
  expect(shown.out).toContain('a newer Openpit wrote it. Start the newer release.')
  const written = await make('--yes')
  expect(written.code).toBe(0)
  const [name = ''] = readdirSync(join(folder, 'out'))
  expect(name).toMatch(/^openpit-support-[\d-]+\.txt\.gz$/)
  const text = gunzipSync(readFileSync(join(folder, 'out', name))).toString('utf8')
  expect(text).toContain(shown.out)
  expect(text).toMatch(/The settings of customer-[0-9a-f]{8} cannot be used/)
  expect(text).not.toContain('C1042')
})

test('bad usage is one sentence and code 2', async () => {
  const { code, error } = await runCommand(folder, 'supportBundle.ts')
  expect([code, error]).toEqual([2, 'support:bundle: name the data folder with --data-dir. Try --help.\n'])
})
