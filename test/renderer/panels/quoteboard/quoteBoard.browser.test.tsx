/** The quote board in a window: lists, figures and their age, order, keys, and what 200 live instruments cost. */

import { Profiler } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { QuoteBoard } from '../../../../renderer/panels/quoteboard/QuoteBoard.tsx'
import {
  ALL,
  QUOTE_LISTS,
  storedText,
  type QuoteList,
} from '../../../../renderer/panels/quoteboard/lists/quoteLists.ts'
import { openSession } from '../../../../renderer/session.ts'
import { SessionContext } from '../../../../renderer/state/useSession.ts'
import { seededRandom } from '../../../../shared/base/random.ts'
import { fail, ok } from '../../../../shared/base/result.ts'
import type { Key, TopicName } from '../../../../shared/contract/contract.ts'
import { failureOf } from '../../../../shared/contract/failure.ts'
import type { VenueRead } from '../../../../shared/contract/status.ts'
import type { TopicListener } from '../../../../shared/contract/ports.ts'
import { FakeClock } from '../../../fakes/fakeClock.ts'
import { NOW, ScriptedCore, instrumentOf, tickerOf } from '../../../fakes/window/scriptedCore.ts'
import { stage } from '../../workspace/stage.tsx'

beforeEach(() => page.viewport(1600, 900))

async function openBoard(prepare: (desk: ScriptedCore) => void = () => {}) {
  const staged = await stage(prepare)
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.keyboard('quotes{Enter}')
  const grid = staged.screen.getByRole('grid', { name: 'Quote board' })
  await expect.element(grid).toBeVisible()
  const names = () =>
    grid
      .getByRole('row')
      .elements()
      .slice(1)
      .map((row) => row.querySelector('.strong')?.textContent)
  const cell = (instrument: RegExp, column: string) => {
    const titles = grid.getByRole('columnheader').elements()
    const at = titles.findIndex((title) => title.textContent?.startsWith(column))
    return grid.getByRole('row', { name: instrument }).getByRole('gridcell').nth(at)
  }
  return { ...staged, grid, names, cell }
}

/** The lists as last saved. */
const saved = (desk: ScriptedCore): string => {
  const calls = desk.callsOf('setting.save') as readonly { readonly name: string; readonly value: string }[]
  return calls.findLast(({ name }) => name === QUOTE_LISTS)?.value ?? ''
}

it('shows every instrument with bid, ask, last and spread, and strikes what is old', async () => {
  const { desk, clock, names, cell } = await openBoard()
  expect(names()).toEqual(['BTC', 'ETH', 'SOL'])
  await expect.element(cell(/BTC/, 'Bid')).toMatchTextContent('62,148.0')
  await expect.element(cell(/BTC/, 'Ask')).toMatchTextContent('62,150.5')
  await expect.element(cell(/BTC/, 'Spread t')).toMatchTextContent('5')
  await expect.element(cell(/BTC/, 'Spread bps')).toMatchTextContent('0.40')
  await expect.element(cell(/BTC/, 'Open int.')).toMatchTextContent('—')
  await expect.element(cell(/BTC/, 'Age')).toMatchTextContent('live')
  clock.advance(6_000)
  desk.delta('tickers', [
    { ...tickerOf('BTCUSDC_PERP', '62149', '62150'), touchAt: clock.now(), receivedAt: clock.now() },
  ])
  clock.advance(1_000)
  await expect.element(cell(/BTC/, 'Bid')).toMatchTextContent('62,149.0')
  expect(cell(/BTC/, 'Bid').element().querySelector('s')).toBeNull()
  expect(cell(/BTC/, 'Mark').element().querySelector('s.stale, .stale s')?.textContent).toBe('62,149.0')
  await expect.element(cell(/BTC/, 'Age')).toMatchTextContent('7 s')
  expect(cell(/ETH/, 'Bid').element().querySelector('s')?.textContent).toBe('3,118.41')
})

it('prices that were never read are dashes with the reason, and unread lists are not called empty', async () => {
  const { screen, cell } = await openBoard((desk) => {
    desk.startWith('tickers', [])
    desk.startWith('reads', [{ name: 'tickers', readAt: null, why: 'The venue answered 503.' }])
  })
  await expect.element(cell(/BTC/, 'Bid')).toMatchTextContent('—')
  await expect.element(cell(/BTC/, 'Age')).toMatchTextContent('not read')
  const region = screen.getByRole('region', { name: 'Quote board' })
  await expect.element(region.getByText(/^Not read: The venue answered 503/)).toBeVisible()
})

it('sorts by a title or by S and R, and keeps the rows in place while the board has the focus', async () => {
  const { desk, clock, grid, names, cell, screen } = await openBoard()
  await expect.element(grid).toHaveFocus()
  await userEvent.keyboard('s')
  await userEvent.keyboard('s')
  // The rows had this order before: only the head tells that the key was handled.
  await expect
    .element(grid.getByRole('columnheader', { name: /^Bid/ }))
    .toHaveAttribute('aria-sort', 'descending')
  await expect.poll(names).toEqual(['BTC', 'ETH', 'SOL'])
  await userEvent.keyboard('r')
  await expect.poll(names).toEqual(['SOL', 'ETH', 'BTC'])
  desk.delta('tickers', [tickerOf('ETHUSDC_PERP', '99', '100')])
  clock.advance(4_000)
  // Space sorts by what the board shows, so the new price must be there first.
  await expect.element(cell(/ETH/, 'Bid')).toMatchTextContent(/^99\.00$/)
  expect(names()).toEqual(['SOL', 'ETH', 'BTC'])
  await userEvent.keyboard(' ')
  await expect.poll(names).toEqual(['ETH', 'SOL', 'BTC'])
  await grid.getByRole('button', { name: /^Instrument/ }).click()
  await expect.poll(names).toEqual(['BTC', 'ETH', 'SOL'])
  await expect.element(screen.getByText('3 instruments · by Instrument')).toBeVisible()
})

it('sorts again under the focus once prices are read that the last sorting lacked', async () => {
  const sort = { column: 'bid', descending: false } as const
  const { desk, clock, grid, names, cell } = await openBoard((scripted) => {
    scripted.startWith('tickers', [])
    scripted.startWith('settings', { [QUOTE_LISTS]: storedText([{ ...ALL, sort }]) })
  })
  await expect.element(grid).toHaveFocus()
  expect(names()).toEqual(['BTC', 'ETH', 'SOL'])
  desk.delta('tickers', [
    tickerOf('BTCUSDC_PERP', '62148', '62149'),
    tickerOf('ETHUSDC_PERP', '3118', '3119'),
    tickerOf('SOLUSDC_PERP', '148', '149'),
  ])
  const passing = <T,>(read: () => T) => {
    clock.advance(1_000)
    return read()
  }
  await expect.poll(() => passing(names)).toEqual(['SOL', 'ETH', 'BTC'])
  // All prices were known at that sorting, so the rows keep their places.
  desk.delta('tickers', [tickerOf('ETHUSDC_PERP', '99', '100')])
  await expect.poll(() => passing(() => cell(/ETH/, 'Bid').element().textContent)).toMatch(/^99/)
  clock.advance(4_000)
  expect(names()).toEqual(['SOL', 'ETH', 'BTC'])
})

it('says when the rows got their order, also after another list was chosen', async () => {
  const sort = { column: 'bid', descending: true } as const
  const lists = [
    { ...ALL, sort },
    { ...ALL, name: 'Majors', symbols: ['BTCUSDC_PERP', 'ETHUSDC_PERP'], sort },
  ]
  const { clock, screen, grid } = await openBoard((desk) =>
    desk.startWith('settings', { [QUOTE_LISTS]: storedText(lists) }),
  )
  await expect.element(grid).toHaveFocus()
  await expect.element(screen.getByText('3 instruments · by Bid at 09:00:00 UTC')).toBeVisible()
  clock.advance(60_000)
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(screen.getByText('2 instruments · by Bid at 09:01:00 UTC')).toBeVisible()
})

it('a row moves in the order of the list; sorted rows stay, and a notice says why', async () => {
  const lists = [ALL, { ...ALL, name: 'Majors', symbols: ['BTCUSDC_PERP', 'ETHUSDC_PERP'] }]
  const { desk, session, names } = await openBoard((core) =>
    core.startWith('settings', { [QUOTE_LISTS]: storedText(lists) }),
  )
  await userEvent.keyboard('{ArrowRight}{Home}{Shift>}j{/Shift}')
  await expect.poll(names).toEqual(['ETH', 'BTC'])
  await userEvent.keyboard('s')
  await expect.poll(names).toEqual(['BTC', 'ETH'])
  await userEvent.keyboard('{Shift>}j{/Shift}')
  expect(JSON.parse(saved(desk))).toMatchObject({
    lists: [{ symbols: null }, { symbols: ['ETHUSDC_PERP', 'BTCUSDC_PERP'], sort: { column: 'instrument' } }],
  })
  expect(session.notices.getState().log.at(-1)?.message).toMatch(
    /^The rows are in the order of Instrument, so no row was moved\./,
  )
})

it('a list of the dealer: named, filled by typing, saved for every window, with undo of a removal', async () => {
  const { desk, names, screen, session } = await openBoard()
  await userEvent.keyboard('n')
  await expect.element(screen.getByRole('textbox', { name: /^New list/ })).toHaveFocus()
  await userEvent.keyboard('Majors{Enter}')
  const field = screen.getByRole('textbox', { name: /^Add/ })
  await expect.element(field).toHaveFocus()
  await expect.element(screen.getByText(/^This list is empty/)).toBeVisible()
  await userEvent.keyboard('btc sol dog')
  await expect.element(screen.getByText(/No instrument fits "dog"/)).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(field).toHaveValue('dog')
  await expect.poll(names).toEqual(['BTC', 'SOL'])
  await userEvent.keyboard('{Escape}{Escape}')
  await expect.element(screen.getByRole('grid', { name: 'Quote board' })).toHaveFocus()
  await userEvent.keyboard('{Home}{Delete}')
  await expect.poll(names).toEqual(['SOL'])
  await userEvent.keyboard('u')
  await expect.poll(names).toEqual(['BTC', 'SOL'])
  expect(JSON.parse(saved(desk))).toMatchObject({
    lists: [{ symbols: null }, { name: 'Majors', symbols: ['BTCUSDC_PERP', 'SOLUSDC_PERP'] }],
  })
  expect(session.workspace.getState().panels['quoteBoard:1']?.quoteList).toBe('Majors')

  desk.delta('settings', { [QUOTE_LISTS]: saved(desk) })
  desk.delta('settings', {
    [QUOTE_LISTS]: saved(desk).replace('"SOLUSDC_PERP"', '"ETHUSDC_PERP","GONEUSDC_PERP"'),
  })
  await expect.poll(names).toEqual(['BTC', 'ETH', 'GONEUSDC_PERP'])
  await expect.element(screen.getByRole('row', { name: /GONE.*not listed here/ })).toBeVisible()
})

it.each<[string, Omit<VenueRead, 'name'>, RegExp]>([
  ['was not read', { readAt: null, why: 'the venue answered 503.' }, /^Not read: the venue answered 503\./],
  [
    'was not read whole',
    { readAt: NOW, why: null, missing: '1 of its 4 rows cannot be read' },
    /^The list of instruments is not complete: 1 of its 4 rows cannot be read\. What it lacks may exist/,
  ],
])('calls no instrument unlisted while the list of instruments %s', async (_, read, why) => {
  const { desk, screen, grid, names } = await openBoard((core) => {
    const mine: QuoteList = { ...ALL, name: 'Mine', symbols: ['BTCUSDC_PERP', 'GONEUSDC_PERP'] }
    core.startWith('settings', { [QUOTE_LISTS]: storedText([ALL, mine]) })
    core.startWith('reads', [{ name: 'instruments', ...read }])
  })
  await expect.element(grid).toHaveFocus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.poll(names).toEqual(['BTC', 'GONEUSDC_PERP'])
  const row = screen.getByRole('row', { name: /GONEUSDC_PERP/ })
  await expect.element(row).toMatchTextContent('not read')
  await expect.element(row).not.toMatchTextContent('not listed here')
  await expect.element(screen.getByText(why).first()).toBeVisible()
  desk.delta('reads', [{ name: 'instruments', readAt: NOW, why: null }])
  await expect.element(row).toMatchTextContent('not listed here')
  await expect.element(screen.getByText(why)).not.toBeInTheDocument()
})

it('a list that cannot be saved is taken back with the reason, and stored text that cannot be read says so', async () => {
  const { desk, screen, names } = await openBoard((core) =>
    core.startWith('settings', { [QUOTE_LISTS]: 'not ours' }),
  )
  await expect.element(screen.getByText(/^Your saved lists cannot be read/)).toBeVisible()
  desk.answer('setting.save', () =>
    fail(failureOf('internal', 'The disk is full. The setting was not saved.')),
  )
  await userEvent.keyboard('s')
  await expect.element(screen.getByText('The disk is full. The setting was not saved.')).toBeVisible()
  expect(names()).toEqual(['BTC', 'ETH', 'SOL'])
})

it('Enter shows the row in link 1 and goes to the ticket; 1, 2, L and C show it in ladder and chart', async () => {
  const { session, screen } = await openBoard()
  const instruments = () => session.workspace.getState().instruments
  await userEvent.keyboard('{End}2')
  expect(instruments()).toEqual({ '1': 'BTCUSDC_PERP', '2': 'SOLUSDC_PERP' })
  await userEvent.keyboard('{ArrowUp}1')
  expect(instruments()['1']).toBe('ETHUSDC_PERP')
  await userEvent.keyboard('{End}l')
  await expect.element(screen.getByRole('grid', { name: 'Ladder SOLUSDC_PERP' }).first()).toHaveFocus()
  expect(instruments()['1']).toBe('SOLUSDC_PERP')
  screen.getByRole('grid', { name: 'Quote board' }).element().focus()
  await userEvent.keyboard('{Home}{Enter}')
  expect(instruments()['1']).toBe('BTCUSDC_PERP')
  await expect
    .poll(() => document.activeElement?.closest('[data-panel]')?.getAttribute('data-panel'))
    .toBe('ticket')
})

it('each board has its list, by key and by click, and another board starts with that of the first', async () => {
  const lists = [
    { ...ALL, name: 'Majors', symbols: ['BTCUSDC_PERP', 'ETHUSDC_PERP'] },
    { ...ALL, name: 'Alts', symbols: ['SOLUSDC_PERP'] },
  ]
  const { screen, session, names } = await openBoard((desk) =>
    desk.startWith('settings', { [QUOTE_LISTS]: storedText(lists) }),
  )
  await userEvent.keyboard('{ArrowRight}')
  await expect.poll(names).toEqual(['BTC', 'ETH'])
  await userEvent.keyboard('{Control>}p{/Control}')
  await userEvent.keyboard('quote board, another{Enter}')
  const second = screen.getByRole('region', { name: 'Quote board 2' })
  await expect.element(second.getByRole('radio', { name: 'Majors' })).toBeChecked()
  await second.getByRole('radio', { name: 'Alts' }).click()
  await expect.element(second.getByRole('row', { name: /SOL/ })).toBeVisible()
  const chosenLists = () =>
    ['quoteBoard:1', 'quoteBoard:2'].map((id) => session.workspace.getState().panels[id as 'a:1']?.quoteList)
  expect(chosenLists()).toEqual(['Majors', 'Alts'])
  await screen.getByRole('tab', { name: /^Quote board(?! 2)/ }).click()
  await expect.poll(names).toEqual(['BTC', 'ETH'])
})

it('a board that joined a link shows rows in that link, and Enter shows there and stays', async () => {
  const { screen, session, grid } = await openBoard()
  await userEvent.keyboard('{Control>}{Shift>}8{/Shift}{/Control}')
  await expect.poll(() => session.workspace.getState().panels['quoteBoard:1']?.instrumentLink).toBe('8')
  await userEvent.keyboard('{End}{Enter}')
  expect(session.workspace.getState().instruments).toMatchObject({
    '1': 'BTCUSDC_PERP',
    '8': 'SOLUSDC_PERP',
  })
  await expect.element(grid).toHaveFocus()
  await expect.element(screen.getByRole('row', { name: /8 ?SOL/ })).toBeVisible()
})

it('keys act on a row in view only, and lists may have any name', async () => {
  const lists = [
    { ...ALL, name: 'A "quoted" one', symbols: ['ETHUSDC_PERP'] },
    { ...ALL, name: 'Other', symbols: [] },
  ]
  const { session, screen, grid } = await openBoard((desk) =>
    desk.startWith('settings', { [QUOTE_LISTS]: storedText(lists) }),
  )
  // BTC, which the empty list does not have.
  await userEvent.keyboard('{Home}{ArrowLeft}')
  await expect.element(screen.getByText(/^This list is empty/)).toBeVisible()
  await userEvent.keyboard('2')
  expect(session.workspace.getState().instruments['2']).toBe('ETHUSDC_PERP')
  await userEvent.keyboard('{ArrowLeft}{Home}1{ArrowRight}')
  expect(session.workspace.getState().instruments['1']).toBe('ETHUSDC_PERP')
  await userEvent.keyboard('2')
  expect(session.workspace.getState().instruments['2']).toBe('ETHUSDC_PERP')
  screen.getByRole('radio', { name: 'Other' }).element().focus()
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(screen.getByRole('radio', { name: 'A "quoted" one' })).toHaveFocus()
  await expect.element(grid.getByRole('row', { name: /ETH/ })).toBeVisible()
})

it('draws the stored candles of 24 hours, and says what is not known of them', async () => {
  const close = (openTime: number, price: string) => ({
    openTime,
    ...Object.fromEntries(['open', 'high', 'low', 'close', 'volume'].map((name) => [name, price])),
  })
  const { cell } = await openBoard((desk) =>
    desk.answer('candles.read', ({ symbol }) =>
      symbol === 'ETHUSDC_PERP'
        ? fail(failureOf('internal', 'The history cannot be read.'))
        : ok({
            candles: (symbol === 'BTCUSDC_PERP'
              ? [close(NOW - 900_000, '100'), close(NOW - 300_000, '101')]
              : []) as never,
            gaps: [],
            more: false,
          }),
    ),
  )
  const picture = cell(/BTC/, 'Last 24 h').getByRole('img')
  await expect
    .element(picture)
    .toHaveAccessibleName(/^24 h: up. Part of the day is unknown; candles from 08:45:00/)
  await expect
    .element(cell(/ETH/, 'Last 24 h').getByTitle(/^Not read: The history cannot be read/))
    .toBeVisible()
  await expect
    .element(cell(/SOL/, 'Last 24 h').getByTitle('No candle of the last 24 hours is stored.'))
    .toBeVisible()
})

/** A core that says nothing about the settings. */
class WithoutSettings extends ScriptedCore {
  override open<T extends TopicName>(topic: T, key: Key<T>, listener: TopicListener<T>) {
    return super.open(topic, key, topic === 'settings' ? { ...listener, snapshot: () => {} } : listener)
  }
}

it('changes no list before the stored lists were read', async () => {
  const desk = new WithoutSettings()
  const session = openSession({
    client: desk,
    clock: new FakeClock(),
    random: seededRandom(1),
    windowName: 'first',
    onFrame: (run) => run(),
    pressAge: () => 0,
  })
  const screen = await render(
    <SessionContext value={session}>
      <QuoteBoard />
    </SessionContext>,
  )
  screen.getByRole('grid', { name: 'Quote board' }).element().focus()
  await userEvent.keyboard('sr')
  expect(saved(desk)).toBe('')
  session.close()
})

it('200 live instruments cost at most one React commit per pace, and draw only rows in view that changed', async () => {
  const bases = Array.from({ length: 200 }, (_, n) => `I${String(n).padStart(3, '0')}`)
  const tick = (update: number) =>
    bases.map((base) => tickerOf(`${base}USDC_PERP`, `${1_000 + update}`, '2000'))
  const desk = new ScriptedCore()
  desk.startWith(
    'instruments',
    bases.map((base) => instrumentOf(base, '0.5', '0.001')),
  )
  desk.startWith('tickers', tick(0))
  const clock = new FakeClock()
  const session = openSession({
    client: desk,
    clock,
    random: seededRandom(1),
    windowName: 'first',
    onFrame: (run) => run(),
    pressAge: () => 0,
  })
  let commits = 0
  const screen = await render(
    <SessionContext value={session}>
      <div style={{ width: 1200, height: 260, display: 'flex' }}>
        <Profiler id="board" onRender={() => commits++}>
          <QuoteBoard />
        </Profiler>
      </div>
    </SessionContext>,
  )
  const rows = () => screen.getByRole('row').elements().length - 1
  await expect.poll(rows).toBeGreaterThan(5)
  expect(rows()).toBeLessThan(25)
  commits = 0
  const updates = 400
  const paces = 10
  for (let update = 1; update <= updates; update++) {
    desk.delta('tickers', tick(update))
    // oxlint-disable-next-line no-await-in-loop -- React commits between two updates, as it does in a window.
    await Promise.resolve()
    if (update % (updates / paces) !== 0) continue
    clock.advance(250)
    // oxlint-disable-next-line no-await-in-loop
    await expect
      .element(screen.getByText(`${(1_000 + update).toLocaleString('en-US')}.0`).first())
      .toBeVisible()
  }
  expect(commits).toBeGreaterThan(0)
  expect(commits / updates).toBeLessThanOrEqual(paces / updates)
  commits = 0
  desk.delta('tickers', [tickerOf('I199USDC_PERP', '5', '6')])
  clock.advance(250)
  await Promise.resolve()
  expect(commits).toBe(0)
  session.close()
})

it('keeps the list that another window saved at the same moment, and its own', async () => {
  const list = (name: string) => ({ ...ALL, name, symbols: [] })
  let stored: string | null = storedText([ALL, list('Theirs')])
  const { desk, screen } = await openBoard((core) =>
    // As the core: the window has not heard of the other list yet.
    core.answer('setting.save', ({ name, value, on }) => {
      if (name !== QUOTE_LISTS) return ok({})
      if (on !== stored) return ok({ newer: stored })
      stored = value
      return ok({})
    }),
  )
  await userEvent.keyboard('nMine{Enter}')
  await expect.element(screen.getByRole('radio', { name: 'Theirs' })).toBeVisible()
  await expect.element(screen.getByRole('radio', { name: 'Mine' })).toBeVisible()
  expect(JSON.parse(stored).lists.map(({ name }: { name: string }) => name)).toEqual([
    ALL.name,
    'Theirs',
    'Mine',
  ])
  expect(desk.callsOf('setting.save')).not.toEqual([])
})

it('a change is on its way before the one before it was answered, so that a reload loses none', async () => {
  const { desk, names } = await openBoard((core) => core.answer('setting.save', () => new Promise(() => {})))
  const columns = () =>
    (desk.callsOf('setting.save') as readonly { readonly name: string; readonly value: string }[])
      .filter(({ name }) => name === QUOTE_LISTS)
      .map(({ value }) => (JSON.parse(value) as { lists: QuoteList[] }).lists[0]?.sort?.column)
  await userEvent.keyboard('ss')
  await expect.poll(columns).toEqual(['instrument', 'bid'])
  expect(names()).toEqual(['BTC', 'ETH', 'SOL'])
})

it('a change builds on the one before it, also where the settings still show an older one', async () => {
  const { desk } = await openBoard((core) => core.answer('setting.save', () => new Promise(() => {})))
  const saves = () =>
    (
      desk.callsOf('setting.save') as readonly {
        readonly name: string
        readonly value: string
        readonly on: string | null
      }[]
    ).filter(({ name }) => name === QUOTE_LISTS)
  await userEvent.keyboard('ss')
  await expect.poll(() => saves().length).toBe(2)
  const [first, second] = saves()
  desk.delta('settings', { [QUOTE_LISTS]: first?.value ?? '' })
  await userEvent.keyboard('s')
  await expect.poll(() => saves().length).toBe(3)
  // Built on the first, the core would refuse it, and a reload would come before it is sent again.
  expect(saves().map(({ on }) => on)).toEqual([null, first?.value, second?.value])
  // What another window saved is the newest.
  const theirs = storedText([ALL, { ...ALL, name: 'Theirs', symbols: [] }])
  desk.delta('settings', { [QUOTE_LISTS]: theirs })
  await userEvent.keyboard('s')
  await expect.poll(() => saves().at(-1)?.on).toBe(theirs)
})
