import { PassThrough } from 'node:stream'
import { expect, test, vi } from 'vitest'
import { createVenueProcess } from '../../../electron/launch/venueProcess.ts'
import { FakeClock } from '../../fakes/fakeClock.ts'

const ADDRESS = { restUrl: 'http://127.0.0.1:1', streamUrl: 'ws://127.0.0.1:1', username: 'u', password: 'p' }

test('gives the last sentence of the process itself as the reason why it ended, not an earlier error', async () => {
  const stdout = new PassThrough()
  const stderr = new PassThrough()
  let end: (code: number | null, error: string | null) => void = () => undefined
  const venue = createVenueProcess({
    name: 'paper broker',
    clock: new FakeClock(),
    entry: new URL('file:///paper'),
    options: [],
    startChild: () => ({
      stdout,
      stderr,
      onEnd: (ended) => (end = ended),
      say: () => undefined,
      end: () => undefined,
      kill: () => undefined,
    }),
  })
  const down: string[] = []
  const lines: unknown[] = []
  const log = { info: vi.fn(), warn: (_: string, line: unknown) => void lines.push(line), error: vi.fn() }
  venue.listen({
    log,
    ready: () => undefined,
    down: (sentence) => down.push(sentence),
  })
  const started = venue.start()
  stdout.write(`${JSON.stringify(ADDRESS)}\n`)
  expect((await started).ok).toBe(true)
  stderr.write('Error: database or disk is full\n    at transaction\npaper: The disk is full.\n')
  await vi.waitFor(() => expect(lines).toHaveLength(3))
  end(1, null)
  await vi.waitFor(() =>
    expect(down).toEqual(['The paper broker ended (The disk is full.). Starting it again.']),
  )
  await venue.close()
})
