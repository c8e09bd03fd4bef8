/** `npm run venue:check` as a process of its own, against a strange venue: what it prints, what it writes, and how it fails. */

import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readVenueFile } from '../../../electron/launch/venueFile.ts'
import { customerCode } from '../../../shared/domain/scalars.ts'
import {
  dealBefore,
  openStrangeVenue,
  strangeMix,
  type StrangeVenue,
} from '../../fakes/venue/strange/strangeVenue.ts'

const SEED = 11
const root = resolve(import.meta.dirname, '../../..')
const mix = strangeMix(SEED)
let venue: StrangeVenue
let folder: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'openpit-check-'))
  venue = await openStrangeVenue(mix, SEED)
  await dealBefore(venue, customerCode.parse(venue.paper.customers[0]))
})
afterAll(async () => {
  await venue.close()
  rmSync(folder, { recursive: true, force: true })
})

function run(input: string, ...args: readonly string[]) {
  return new Promise<{ readonly code: number; readonly out: string; readonly error: string }>((done) => {
    const entry = join(root, 'electron', 'cli', 'venueCheck.ts')
    const child = execFile(process.execPath, [entry, ...args], (failed, out, error) =>
      done({ code: failed ? Number(failed.code) : 0, out, error }),
    )
    child.stdin?.end(input)
  })
}

function profileFile(name: string, more: object = {}): string {
  const file = join(folder, name)
  const { restUrl, streamUrl } = venue
  const capabilities = { amend: mix.variant.amend }
  const profile = {
    name: 'Strange',
    kind: 'paper',
    restUrl,
    streamUrl,
    paths: mix.variant.paths,
    capabilities,
  }
  writeFileSync(file, `// as the broker says\n${JSON.stringify({ ...profile, ...more })}`)
  return file
}

test('it writes a profile with comments that opens the terminal, and its report beside it', async () => {
  const file = profileFile('known.json')
  const target = join(folder, 'checked.json')
  const { username, password } = venue.paper
  const { code, out, error } = await run(`${username}\n${password}\n`, file, '--write', target)
  expect({ code, error }).toEqual({ code: 0, error: '' })
  const found = readVenueFile(target)
  const { stream } = mix.variant
  expect(found.stream).toMatchObject({
    channel: expect.arrayContaining([stream.channel]),
    type: expect.arrayContaining([stream.type]),
    data: expect.arrayContaining([stream.data]),
  })
  expect(found.directions.in).toContain(mix.variant.directions.in)
  const text = readFileSync(target, 'utf8')
  expect(text).toContain('// read: A deposit says')
  expect(text).toContain('// not known: Only an amend would show it')
  expect(text).not.toContain(password)
  const report = readFileSync(`${target}.txt`, 'utf8')
  expect(out).toContain(report.trim())
  expect(report).toMatch(/^records \(read\): With this profile Openpit reads/)

  const again = await run(`${username}\n${password}\n`, file, '--write', target)
  expect(again).toMatchObject({ code: 2, error: expect.stringContaining('exists already') })
})

test('a wrong password ends with 1 and one sentence, and writes nothing', async () => {
  const target = join(folder, 'never.json')
  const { code, out, error } = await run('someone\nwrong\n', profileFile('wrong.json'), '--write', target)
  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(error).toBe(
    'venue:check: Wrong username or password, or the user is not active. Type them again. Nothing else was asked.\n',
  )
  expect(existsSync(target)).toBe(false)
})

test.each([
  ['no file', [], 'name one venue profile'],
  ['a file that is not there', ['nowhere.json'], 'cannot be read'],
  ['no password', ['known.json'], 'the username is missing on standard input'],
])('%s ends with 2 and says what to do', async (_, names, sentence) => {
  const { code, error } = await run('', ...names.map((name) => join(folder, name)))
  expect({ code, error }).toEqual({ code: 2, error: expect.stringContaining(sentence) })
})
