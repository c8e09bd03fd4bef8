/** Planted secrets, customers and names: none leaves the machine in a support bundle, in any of their shapes, and the scanner finds them where they are. */

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  bundleText,
  gatherBundle,
  type BundleEntry,
} from '../../../../electron/health/bundle/gatherBundle.ts'
import { openReviewedBundles } from '../../../../electron/health/bundle/reviewedBundles.ts'
import { createScrub } from '../../../../electron/health/bundle/scrub.ts'
import { openLog } from '../../../../electron/log.ts'
import { openSettings } from '../../../../electron/storage/settingsStore.ts'
import { FakeClock } from '../../../fakes/fakeClock.ts'

/** One password, one token, one key and one short secret. */
const CANARIES = [
  'canary-Zq7x-9431-password',
  'tok+en/9f86d081884c7d659a2feaa0c55ad015',
  'MC4CAQAwBQYDK2VwBCIEIHq7canaryKEY31',
  'hunter2!',
] as const
const [PASSWORD, TOKEN, KEY, SHORT] = CANARIES

/** Written here anew: the scanner must not share the shapes of what it tests. */
const shapes = (secret: string): readonly string[] => {
  const bytes = Buffer.from(secret)
  const base64 = bytes.toString('base64').replaceAll('=', '')
  return [
    secret,
    base64,
    bytes.toString('base64url'),
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    secret.split('').toReversed().join(''),
    Buffer.from(secret, 'utf16le').toString('base64').replaceAll('=', ''),
  ]
}
const found = (text: string): readonly string[] =>
  CANARIES.flatMap((canary) => shapes(canary).filter((shape) => text.includes(shape)))

let directory = ''
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'openpit-bundle-'))
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

const customers = [
  { code: 'C1042', name: 'Maple Pension', group: 'macro', note: 'call Anna', tags: ['vip-desk'] },
  { code: 'C2007', name: '', group: '', note: '', tags: [] },
]

/** A data folder with secrets in every place and shape that a fault could put them in. */
async function plant(): Promise<Readonly<Record<string, string>>> {
  const { settings } = await openSettings(directory, new FakeClock())
  const venue = {
    name: 'Live One',
    restUrl: `https://venue.example/?token=${TOKEN}`,
    password: SHORT,
    note: KEY,
  }
  settings.save('core-venues', JSON.stringify([venue]))
  settings.save('core-customers-live', JSON.stringify(customers))
  const aliases = {
    acorn: { kind: 'customer', customerCode: 'C1042', venueId: 'live' },
    qz: { kind: 'customer', customerCode: 'C2007', venueId: 'live' },
    gold: { kind: 'instrument', symbol: 'BTCUSDC_PERP', venueId: 'live' },
  }
  settings.save(
    'dealer',
    JSON.stringify({ values: { 'look.theme': 'light', stray: PASSWORD, 'line.aliases': aliases } }),
  )
  for (const [place, canary] of CANARIES.entries())
    settings.save(`stray.${'abcd'[place]}`, JSON.stringify({ stray: shapes(canary) }))
  const opened = openLog(directory)
  const { log } = opened
  for (const canary of CANARIES)
    for (const shape of shapes(canary)) {
      log.warn('odd', {
        sentence: `The venue said ${canary === SHORT ? 'password=' : ''}${shape} for C1042.`,
      })
      log.info('odd', { sentence: `{"password":"${shape}","token":"${shape}"}`, customerCode: 'C3311' })
    }
  log.info('order taken', {
    customerCode: 'C1042',
    referenceId: 'op-ab12-mhx3k2a9-q7x3f20',
    symbol: 'BTCUSDC_PERP',
  })
  log.warn('notice', { sentence: 'C1042 Maple Pension has an order. XC10420 is another word.' })
  log.warn('notice', { sentence: 'The line with acorn was not sent.' })
  opened.close()
  writeFileSync(
    join(directory, 'openpit.1.log'),
    `${JSON.stringify({ level: 30, time: 't', msg: 'old', password: PASSWORD })}\nno line ${PASSWORD}\n`,
  )
  mkdirSync(join(directory, 'journal'), { recursive: true })
  writeFileSync(
    join(directory, 'journal', '000001.journal'),
    `{"customerCode":"C4404","sentence":"${PASSWORD}"}`,
  )
  mkdirSync(join(directory, 'health'), { recursive: true })
  writeFileSync(join(directory, 'health', '2026-11-02.jsonl'), '{"version":1}\n')
  return { OPENPIT_PASSWORD: SHORT, API_TOKEN: TOKEN, SIGNING_KEY: KEY, HOME: '/home/anna', PATH: '/usr/bin' }
}

const gather = async (more: { withCustomers?: boolean } = {}): Promise<readonly BundleEntry[]> => {
  const environment = await plant()
  return gatherBundle({
    directory,
    version: '1.2.3',
    now: Date.UTC(2026, 10, 2, 12),
    withCustomers: more.withCustomers ?? false,
    environment,
    home: '/home/anna',
    verdict: () => Promise.resolve([`sound: /home/anna/openpit, key ${KEY} of C2007`]),
  })
}
const textOf = (entries: readonly BundleEntry[], name: string): string =>
  entries.find((entry) => entry.name === name)?.text ?? ''

describe('a support bundle', () => {
  it('holds no planted secret in any shape, and the scanner finds each where it was planted', async () => {
    const entries = await gather()
    const planted = readdirSync(directory, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(?:json|log|journal)$/.test(name))
      .map((name) => readFileSync(join(directory, name), 'utf8'))
      .join('\n')
    // The positive control: every shape of every canary.
    expect(new Set(found(planted))).toEqual(new Set(CANARIES.flatMap(shapes)))
    expect(found(bundleText(entries))).toEqual([])
    // What support needs is still there.
    expect(textOf(entries, 'openpit.log')).toContain('op-ab12-mhx3k2a9-q7x3f20')
    expect(textOf(entries, 'openpit.log')).toContain('BTCUSDC_PERP')
    expect(textOf(entries, 'settings.json')).toContain('look.theme')
    expect(textOf(entries, 'program.txt')).toContain('Openpit 1.2.3')
    expect(textOf(entries, 'files.txt')).toContain('health/2026-11-02.jsonl: 14 bytes')
  })

  it('has a stand-in for each customer code, the same in the next bundle, and no name', async () => {
    const entries = await gather()
    const text = bundleText(entries)
    expect(text).not.toMatch(/\bC(?:1042|2007|3311|4404)\b/)
    expect(text).not.toMatch(/Maple|macro|Anna|vip-desk|\/home\/anna/)
    expect(text).toContain('XC10420')
    const standIn = /(customer-[0-9a-f]{8}) \[name\] has an order/.exec(textOf(entries, 'openpit.log'))?.[1]
    expect(standIn).toBeDefined()
    const again = await gather()
    expect(textOf(again, 'openpit.log')).toContain(`${standIn} [name] has an order`)
  })

  it('has no own name of a customer, which beside the stand-in of its code would undo it', async () => {
    const entries = await gather()
    const settings = textOf(entries, 'settings.json')
    expect(bundleText(entries)).not.toMatch(/acorn|"qz"/)
    expect(textOf(entries, 'openpit.log')).toContain('The line with [name] was not sent.')
    expect(settings).toMatch(
      /"\[name 2\]": \{\s*"kind": "customer",\s*"customerCode": "customer-[0-9a-f]{8}"/,
    )
    expect(settings).toContain('"gold"')
  })

  it.each([
    ['a damaged settings file was set aside', 'settings.broken-1.json', '{"version":2,"values":{}}'],
    ['the settings file is damaged', null, '{"version":2,"val'],
  ])('leaves the sentences of the log out where %s, and says so', async (_, aside, now) => {
    const environment = await plant()
    const path = join(directory, 'settings.json')
    if (aside !== null) writeFileSync(join(directory, aside), readFileSync(path, 'utf8').slice(0, -9))
    writeFileSync(path, now)
    const gatherNow = (withCustomers: boolean) =>
      gatherBundle({
        directory,
        version: '1.2.3',
        now: 0,
        withCustomers,
        environment,
        home: '/home/anna',
        verdict: () => Promise.resolve([]),
      })
    const entries = await gatherNow(false)
    expect(bundleText(entries)).not.toMatch(/Maple|acorn/)
    expect(entries.find(({ name }) => name === 'openpit.log')?.says).toMatch(/sentences are left out/)
    expect(textOf(entries, 'openpit.log')).toContain('op-ab12-mhx3k2a9-q7x3f20')
    expect(textOf(await gatherNow(true), 'openpit.log')).toContain('Maple Pension has an order')
  })

  it('takes out the names of settings that were set aside whole', async () => {
    const environment = await plant()
    const path = join(directory, 'settings.json')
    writeFileSync(join(directory, 'settings.replaced-1.json'), readFileSync(path, 'utf8'))
    writeFileSync(path, '{"version":2,"values":{}}')
    const entries = await gatherBundle({
      directory,
      version: '1.2.3',
      now: 0,
      withCustomers: false,
      environment,
      home: '/home/anna',
      verdict: () => Promise.resolve([]),
    })
    expect(textOf(entries, 'openpit.log')).toContain('[name] has an order')
  })

  it('keeps codes and names where the dealer asks for it, and secrets never', async () => {
    const text = bundleText(await gather({ withCustomers: true }))
    expect(text).toContain('C1042 Maple Pension has an order')
    expect(text).toContain('"acorn"')
    expect(found(text)).toEqual([])
  })

  it('is written as it was reviewed, once', async () => {
    const environment = await plant()
    const bundles = openReviewedBundles(
      { directory, version: '1.2.3', environment, home: '/home/anna', verdict: () => Promise.resolve([]) },
      () => Date.UTC(2026, 10, 2, 12),
    )
    expect(bundles.write().ok).toBe(false)
    const listed = await bundles.review(false)
    const shown = listed.map(({ name, length }) => {
      let text = ''
      while (text.length < length) text += bundles.read(name, text.length) ?? ''
      return text
    })
    writeFileSync(join(directory, 'openpit.log'), 'changed meanwhile')
    const written = bundles.write()
    if (!written.ok) throw new Error(written.failure)
    const file = gunzipSync(readFileSync(written.value)).toString('utf8')
    for (const text of shown) expect(file).toContain(text)
    expect(file).not.toContain('changed meanwhile')
    expect(bundles.write().ok).toBe(false)
  })

  it('is made from a folder that holds nothing but rubbish', async () => {
    writeFileSync(join(directory, 'settings.json'), '{{{ not json')
    writeFileSync(join(directory, 'openpit.log'), '\u0000\n[]\n"x"\n')
    const entries = await gatherBundle({
      directory,
      version: '1.2.3',
      now: 0,
      withCustomers: false,
      environment: {},
      home: '',
      verdict: () => Promise.reject(new Error('the journal is gone')),
    })
    expect(textOf(entries, 'check.txt')).toContain('The check could not be made: the journal is gone\n')
    expect(textOf(entries, 'openpit.log')).toBe('[a line that cannot be read]\n'.repeat(3))
    expect(textOf(entries, 'settings.json')).toContain('unreadable')
  })
})

it('a known secret is taken out wherever it stands, and a random long run too', () => {
  const scrub = createScrub({
    secrets: ['s3cret-value'],
    customerCodes: [],
    names: [],
    home: '',
    salt: new Uint8Array(32),
  })
  fc.assert(
    fc.property(fc.string(), fc.string(), (before, after) => {
      expect(scrub(`${before}s3cret-value${after}`)).not.toContain('s3cret-value')
    }),
  )
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 24, maxLength: 64 }), (bytes) => {
      const base64 = Buffer.from(bytes).toString('base64')
      fc.pre(/\d/.test(base64))
      expect(scrub(`x ${base64} y`)).not.toContain(base64)
    }),
  )
})
