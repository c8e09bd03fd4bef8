/** Twelve secrets of a working day, in nine encodings, in every place where a secret could stay: none is there, and the scanner finds each where it was planted. */

import { spawn } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { bundleText, gatherBundle } from '../../../electron/health/bundle/gatherBundle.ts'
import { findSession, sessionRecords } from '../../../electron/record/sessionFiles.ts'
import { openCountingProxy } from '../../fakes/venue/countingProxy.ts'
import { startLivePaper } from '../../fakes/venue/livePaper.ts'
import { heapOf, heapOptions, processesWith, stringsOf } from '../../support/canary/processes.ts'
import { createScanner, type Scanner } from '../../support/canary/scanner.ts'
import { scratchFolder } from '../../support/runTerminal.ts'
import { expect, test, type Desk } from '../desk.ts'
import { blotter, chooseCustomer, command, letStand, seeBook, typeLine } from '../story.ts'
import { expectSentence, venueFile } from '../venue.ts'

test.skip(process.platform !== 'linux', 'reads /proc')

/** What the test itself types or sets. The others are made by the programs. */
const TYPED = {
  password: 'canary-Zq7x/9431+pass',
  'mistyped password': 'canary-Zq7x/9431+psas',
  'passphrase of the dealer': 'canary-smith/deals+alone',
  'passphrase of the second dealer': 'canary-okafor/looks+twice',
  'mistyped passphrase': 'canary-okafor/looks+once',
  'mistyped unlock': 'canary-unlock/8213+guess',
  'secret of the environment': 'canary-environment/5527+key',
}

/** A venue whose requests pass a proxy that shows their heads to the test, with a key that signs them. */
async function openVenue(atEnd: (close: () => unknown) => void) {
  const pair = generateKeyPairSync('ed25519')
  const publicKey = pair.publicKey.export({ type: 'spki', format: 'der' }).subarray(-32).toString('base64')
  const privateKeyPem = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const broker = await startLivePaper({
    username: 'dealer',
    password: TYPED.password,
    signingKeys: [publicKey],
    auth: 'both',
  })
  atEnd(() => broker.close())
  const proxy = await openCountingProxy(broker.restUrl)
  atEnd(() => proxy.close())
  const { restUrl } = proxy
  const file = venueFile({ name: 'Other', kind: 'paper', auth: 'both', restUrl, streamUrl: broker.streamUrl })
  atEnd(() => file.remove())
  return { proxy, file, publicKey, privateKeyPem }
}

type Venue = Awaited<ReturnType<typeof openVenue>>

async function register(page: Page, name: string, passphrase: string): Promise<void> {
  await page.locator('#dealer-new-name').focus()
  for (const text of [name, 'dealer', passphrase, passphrase]) {
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Dealers', exact: true })).toContainText(`${name}, dealer`)
}

/** The text of every string in the heap of a page. */
async function pageHeap(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page)
  const chunks: string[] = []
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk))
  await session.send('HeapProfiler.collectGarbage')
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  await session.detach()
  return stringsOf(chunks.join(''))
}

const filesBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())

/** What the recording of a session holds, unpacked. */
function recorded(folder: string): string {
  const found = findSession(folder)
  if (!found.ok) throw new Error(found.failure)
  return [...sessionRecords(found.value.files, () => undefined)]
    .map((record) => record.payload.toString('latin1'))
    .join('\n')
}

/** Plants every secret in every place and reads each place as the test does. */
async function controls(scanner: Scanner, page: Page, folder: string): Promise<Record<string, number>> {
  const { planted, size } = scanner
  const parts = planted.split(' ')
  const count = (bytes: Buffer | string) => scanner.scan(bytes).length
  const hits: Record<string, number> = {}
  const plain = join(folder, 'planted.txt')
  writeFileSync(plain, planted)
  writeFileSync(`${plain}.gz`, gzipSync(planted))
  const database = new DatabaseSync(join(folder, 'planted.db'))
  database.exec('CREATE TABLE planted (text TEXT)')
  for (const part of parts) database.prepare('INSERT INTO planted VALUES (?)').run(part)
  database.close()
  hits['database'] = count(readFileSync(join(folder, 'planted.db')))
  hits['file'] = count(readFileSync(plain))
  hits['packed file'] = count(readFileSync(`${plain}.gz`))
  await page.evaluate(
    ({ text, list }) => {
      document.title = text
      // A heap lists the parts of a longer text without their letters: JSON makes each a text of its own.
      Object.assign(window, { planted: JSON.parse(list) as unknown })
    },
    { text: planted, list: JSON.stringify(parts) },
  )
  hits['title'] = count(await page.title())
  hits['page'] = count(await page.content())
  await page.evaluate((text) => navigator.clipboard.writeText(text), planted)
  hits['clipboard'] = count(await page.evaluate(() => navigator.clipboard.readText()))
  hits['heap of the page'] = count(await pageHeap(page))
  const script = `globalThis.planted = JSON.parse(JSON.stringify(require('node:fs').readFileSync(process.argv[1], 'utf8').split(' '))); setInterval(() => {}, 1e6)`
  const child = spawn(process.execPath, ['-e', script, plain, planted], {
    env: { ...process.env, NODE_OPTIONS: heapOptions(folder) },
  })
  try {
    await expect.poll(() => processesWith(plain).length).toBe(1)
    hits['process arguments'] = count(processesWith(plain)[0]?.commandLine ?? '')
    // A process that has not read its options yet would end by the signal.
    await expect
      .poll(() => readFileSync(`/proc/${child.pid}/status`, 'utf8'))
      .toMatch(/SigCgt:\s+[0-9a-f]*[89a-f][0-9a-f]{2}$/m)
    hits['heap of a process'] = count(await heapOf(child.pid ?? 0, folder))
  } finally {
    child.kill('SIGKILL')
  }
  expect(parts.length).toBe(size)
  return hits
}

const copied = (page: Page): Promise<string> => page.evaluate(() => navigator.clipboard.readText())

/** Signs in at the second try, deals, registers two dealers, locks and unlocks, and copies a row. */
async function dealForADay(page: Page, { publicKey, privateKeyPem }: Venue): Promise<void> {
  const card = page.getByRole('region', { name: 'Other' })
  const signIn = async (password: string) => {
    await card.getByRole('textbox', { name: 'Username' }).fill('dealer')
    await card.getByLabel('Password', { exact: true }).fill(password)
    await card.getByLabel('Public key').fill(publicKey)
    await card.getByLabel('Private key').fill(privateKeyPem)
    await card.getByRole('radio', { name: 'this run only' }).check()
    await card.getByLabel('Password', { exact: true }).press('Enter')
  }
  await page.getByRole('textbox', { name: 'Your name' }).fill('J. Smith')
  await signIn(TYPED['mistyped password'])
  await expectSentence(page, /Wrong username or password/)
  await signIn(TYPED.password)
  await seeBook(page)
  await chooseCustomer(page, 'C1042')
  await command(page, '# b $5k btc m')

  await test.step('two dealers with passphrases, one of them mistyped', async () => {
    await typeLine(page, 'approvals')
    await page.keyboard.press('Enter')
    await register(page, 'J. Smith', TYPED['passphrase of the dealer'])
    await register(page, 'A. Okafor', TYPED['passphrase of the second dealer'])
    for (const name of ['mistyped passphrase', 'passphrase of the dealer'] as const)
      await expect(async () => {
        await page.locator('#prove-passphrase').fill(TYPED[name])
        await page.locator('#prove-passphrase').press('Enter')
        await expect(
          page
            .getByText(name === 'mistyped passphrase' ? /do not belong together/ : /was typed in this run/)
            .first(),
        ).toBeVisible({ timeout: 2_000 })
      }).toPass()
  })

  await test.step('the session is locked, and unlocked at the second try', async () => {
    await page.keyboard.press('Control+Shift+L')
    const field = page.getByLabel('Password of dealer')
    await expect(field).toBeFocused()
    await page.keyboard.type(TYPED['mistyped unlock'])
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).toContainText('That is not the password')
    await expect(async () => {
      await field.fill(TYPED.password)
      await field.press('Enter')
      await expect(page.getByRole('banner')).toBeVisible({ timeout: 800 })
    }).toPass()
  })
  await seeBook(page)
  const positions = await blotter(page, 'F6', 'Positions')
  await expect(positions.getByRole('row', { name: /C1042/ })).toBeVisible()
  await page.keyboard.press('Home')
  await page.keyboard.press('Control+c')
  await expect.poll(() => copied(page)).toContain('C1042')
}

/** Twelve secrets by name: the typed ones, and those that the programs made. */
async function secretsOf(desk: Desk, heads: readonly string[], privateKeyPem: string) {
  const header = (name: RegExp) =>
    heads.map((head) => name.exec(head)?.[1] ?? '').findLast((text) => text !== '') ?? ''
  return {
    ...TYPED,
    'access token': header(/^authorization: Bearer (\S+)/im),
    'private key': privateKeyPem.split('\n')[1] ?? '',
    'token of the start': /#(\S+)/.exec(desk.output())?.[1] ?? '',
    'secret of the window': await desk.page.evaluate(
      () => Object.values(sessionStorage).find((text) => /^[0-9a-f]{48}$/.test(String(text))) as string,
    ),
    'key of the journal':
      /BEGIN[^\n]*\n([^\n]+)/.exec(readFileSync(join(desk.dataDirectory, 'journal-key.pem'), 'utf8'))?.[1] ??
      '',
  }
}

/** Signs out, and lets the credentials go that were kept for this run, as the card says. */
async function leave(page: Page): Promise<void> {
  await typeLine(page, 'signout')
  await page.keyboard.press('Enter')
  const sheet = page.getByRole('dialog', { name: 'Sign out' })
  await expect(sheet).toBeVisible()
  await letStand(page)
  await sheet.getByRole('button', { name: /^Sign out/ }).click()
  const card = page.getByRole('region', { name: 'Other' })
  await card.getByRole('button', { name: 'Forget' }).click()
  await expect(card.getByLabel('Password', { exact: true })).toBeVisible()
  await expect(card.getByRole('button', { name: 'Forget' })).toHaveCount(0)
}

test('no place keeps a secret of the day, in any of nine encodings', async ({ openTerminal, atEnd }) => {
  const scratch = scratchFolder()
  atEnd(() => scratch.remove())
  const heaps = join(scratch.path, 'heaps')
  mkdirSync(heaps)
  const recording = join(scratch.path, 'recording')
  const venue = await openVenue(atEnd)
  const before = { ...process.env }
  atEnd(() => {
    process.env = before
  })
  process.env['NODE_OPTIONS'] = heapOptions(heaps)
  process.env['BROKER_API_SECRET'] = TYPED['secret of the environment']
  const desk = await openTerminal('--venue', venue.file.path, '--record', recording)
  process.env = { ...before }
  const { page, frames, dataDirectory } = desk
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])

  await dealForADay(page, venue)
  const secrets = await secretsOf(desk, venue.proxy.heads, venue.privateKeyPem)
  expect(Object.values(secrets).map((text) => text.length >= 16)).toEqual(Array(12).fill(true))
  const scanner = createScanner(secrets)
  const found: Record<string, readonly string[]> = {}
  /** `meant`: secrets that are there on purpose. */
  const look = (place: string, bytes: Buffer | string, ...meant: readonly (keyof typeof secrets)[]) => {
    const names = scanner.scan(bytes).filter(({ secret }) => !meant.some((one) => one === secret))
    found[place] = [...(found[place] ?? []), ...names.map(({ secret, encoding }) => `${secret}, ${encoding}`)]
  }

  // The window sends what is typed; nothing comes back.
  const sent = new Set(scanner.scan(frames.sent.join('\n')).map(({ secret }) => secret))
  expect([...sent]).toEqual(expect.arrayContaining(['password', 'private key', 'passphrase of the dealer']))
  look('frames to the window', frames.received.join('\n'))
  look('page', await page.content())
  look('title and address', `${await page.title()} ${page.url()}`)
  look('clipboard', await copied(page))
  look(
    'storage of the page',
    await page.evaluate(() => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)])),
    'secret of the window',
  )
  look('heap of the page', await pageHeap(page), 'token of the start', 'secret of the window')
  // The address for a browser is printed, and its token is valid once.
  look('printed lines', desk.output(), 'token of the start')
  const running = processesWith(dataDirectory)
  expect(running.length).toBeGreaterThan(0)
  for (const { commandLine } of running) look('process arguments', commandLine)
  const core = running.at(-1)?.pid ?? 0
  const signedIn = new Set(scanner.scan(await heapOf(core, heaps)).map(({ secret }) => secret))
  // The positive control of the core's heap: the token is there while it is used.
  expect([...signedIn]).toContain('access token')

  await leave(page)
  look(
    'heap of the core after sign-out',
    await heapOf(core, heaps),
    'token of the start',
    'key of the journal',
  )
  for (const path of filesBelow(dataDirectory))
    look(
      'files and databases',
      readFileSync(path),
      ...(path.endsWith('journal-key.pem') ? (['key of the journal'] as const) : []),
    )
  expect(recorded(recording)).toContain('C1042')
  look('recording', recorded(recording))
  for (const path of filesBelow(recording)) look('recording', readFileSync(path))
  const entries = await gatherBundle({
    directory: dataDirectory,
    version: '1',
    now: 0,
    withCustomers: true,
    environment: { ...before, BROKER_API_SECRET: TYPED['secret of the environment'] },
    home: '/nowhere',
    verdict: () => Promise.resolve([]),
  })
  look('support bundle', bundleText(entries))
  const nothing = Object.fromEntries(Object.keys(found).map((place) => [place, []]))
  const hits = await controls(scanner, page, heaps)
  expect.soft(hits).toEqual(Object.fromEntries(Object.keys(hits).map((place) => [place, scanner.size])))
  expect([scanner.size, Object.keys(hits).length]).toEqual([108, 9])
  expect(found).toEqual(nothing)
})
