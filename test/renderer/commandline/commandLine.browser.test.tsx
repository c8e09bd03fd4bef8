/** The command line on a market whose prices grow old. */

import { beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { FakeClock } from '../../fakes/fakeClock.ts'
import { liveConnection, positionOf, tickerOf } from '../../fakes/window/scriptedCore.ts'
import { stage } from '../workspace/stage.tsx'

beforeEach(() => page.viewport(1600, 900))

const keys = (text: string) => userEvent.keyboard(text)

/** Lets seconds pass until the page says so: its own timer begins only after it has been drawn. */
async function passUntil(clock: FakeClock, words: RegExp): Promise<void> {
  await expect
    .poll(() => {
      clock.advance(1_000)
      return document.body.textContent
    })
    .toMatch(words)
}

it('refuses a price word as its market turns old, without a key, until news comes', async () => {
  const { desk, clock, screen } = await stage()
  await keys('/C1042 b 1 btc bid')
  await expect.element(screen.getByText(/BUY 1 BTCUSDC_PERP LIMIT 62,148\.0 GTC/)).toBeVisible()
  await passUntil(clock, /bid of BTCUSDC_PERP is \d+ s old; type a price/)
  await keys('{Enter}')
  expect(screen.getByText('Enter sends').elements()).toEqual([])
  desk.delta('tickers', [
    { ...tickerOf('BTCUSDC_PERP', '62140', '62141'), listedAt: clock.now(), receivedAt: clock.now() },
  ])
  await expect.element(screen.getByText(/BUY 1 BTCUSDC_PERP LIMIT 62,140\.0 GTC/)).toBeVisible()
  desk.delta('connection', {
    ...liveConnection,
    streams: liveConnection.streams.map((link) =>
      link.channel === 'orderbook-stream:BTCUSDC_PERP' ? { ...link, state: 'suspect' } : link,
    ),
  })
  await expect.element(screen.getByText(/^the book of BTCUSDC_PERP is in doubt or silent/)).toBeVisible()
})

it('drops a price word that turned old between the two Enters, and says why', async () => {
  const { desk, clock, screen } = await stage()
  await keys('/C1042 b 1 btc ask{Enter}')
  await expect.element(screen.getByText('Enter sends')).toBeVisible()
  // A clock far ahead of the page's own would make the second Enter a late key.
  const old = clock.now() - 6_000
  desk.delta('tickers', [{ ...tickerOf('BTCUSDC_PERP', '62148', '62150.5'), listedAt: old, receivedAt: old }])
  clock.advance(500)
  await keys('{Enter}')
  await expect
    .element(screen.getByText('Nothing was sent: ask of BTCUSDC_PERP is 6 s old; type a price.').first())
    .toBeVisible()
  expect(desk.callsOf('order.submit')).toEqual([])
  await expect.element(screen.getByRole('textbox', { name: 'Command line' })).toHaveValue('C1042 b 1 btc ask')
})

it('marks the estimate and the touch of a market order with the age of an old price', async () => {
  const { clock, screen } = await stage()
  await keys('/C1042 b 2 btc m')
  await expect.element(screen.getByText(/MARKET ≈ 124,301 USDC · book 62,148\.0/)).toBeVisible()
  await passUntil(
    clock,
    /MARKET ≈ ~124,301 USDC \(price (\d+ s) old\) · book ~62,148\.0\/62,150\.5 \(\1 old\)/,
  )
})

it('marks the leverage preview of a position with the age of an old mark', async () => {
  const held = positionOf('C1042', 'BTCUSDC_PERP', '2', '62000')
  const { clock, screen } = await stage((desk) => desk.startWith('positions', [held]))
  await keys('/lev C1042{Enter}')
  await expect.element(screen.getByText(/worth 124,299 USDC at the mark\./)).toBeVisible()
  await passUntil(clock, /worth ~124,299 USDC at the mark \(\d+ s old\)\./)
  const preview = screen.getByRole('table', { name: 'Leverage preview' })
  await expect.element(preview.getByRole('cell').last()).toHaveClass('stale')
})
