import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { findSession, sessionRecords } from '../../../electron/record/sessionFiles.ts'
import type { SessionSummary } from '../../../electron/record/summary.ts'
import { recordSession, SOON } from './recordedSession.ts'

it('a recorded session holds public and private frames and answers; record:show counts them', async () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'openpit-session-')), 'recording')
  onTestFinished(() => rmSync(join(folder, '..'), { recursive: true, force: true }))
  const seen = await recordSession(folder)
  const records = () => {
    const found = findSession(folder)
    return found.ok ? [...sessionRecords(found.value.files, () => undefined)] : []
  }
  const texts = (stream: string, kind: string) =>
    records()
      .filter((record) => record.stream === stream && record.kind === kind)
      .map((record) => record.payload.toString('utf8'))
  for (const stream of ['private', 'public']) expect(texts(stream, 'end')).toEqual(['the session was closed'])
  await vi.waitFor(
    () => expect(texts('public', 'in').some((text) => text.includes('"snapshot"'))).toBe(true),
    SOON,
  )
  const resting = seen.orders.find((order) => order.phase === 'working')?.referenceId ?? 'none'
  expect(texts('private', 'in').filter((text) => text.includes(resting))).not.toEqual([])
  expect(
    texts('private', 'answer').some((text) => text.startsWith('{"method":"GET","path":"/v1/instruments"')),
  ).toBe(true)
  expect(texts('public', 'out').join('')).toContain('"subscribe"')
  const all = records()
  expect(all.map((record) => record.time)).toEqual(all.map((record) => record.time).toSorted((a, b) => a - b))

  const show = (...words: string[]) =>
    spawnSync(process.execPath, ['electron/cli/recordShow.ts', folder, ...words], {
      cwd: join(import.meta.dirname, '../../..'),
      encoding: 'utf8',
    })
  const summary = JSON.parse(show('--json').stdout) as SessionSummary
  expect(summary).toMatchObject({ missing: 0, records: all.length })
  const channel = (name: string) => summary.channels.find((channelSummary) => channelSummary.channel === name)
  expect(channel('orders')?.frames).toBe(
    texts('private', 'in').filter((text) => text.includes('"orders"') && text.includes('"data"')).length,
  )
  expect(channel('orderbook-stream:BTCUSDC_PERP')).toMatchObject({ stream: 'public', unreadable: 0 })
  expect(channel('GET /v1/instruments')?.frames).toBeGreaterThan(0)
  expect(show().stdout).toMatch(/^stream +channel +frames +bytes +first +last +gaps +unreadable$/m)
  expect(show('--gap', 'x')).toMatchObject({ status: 2 })
}, 60_000)
