/** The panel Diagnostics by keys alone: what was measured with its age, what was not and why, and what is wrong now. */

import { beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fail, ok } from '../../../../shared/base/result.ts'
import { failureOf } from '../../../../shared/contract/failure.ts'
import type { Health } from '../../../../shared/domain/health/health.ts'
import { figureOf, healthOf, measureOf } from '../../../fakes/window/health.ts'
import { NOW, type ScriptedCore } from '../../../fakes/window/scriptedCore.ts'
import { stage } from '../../workspace/stage.tsx'

beforeEach(() => page.viewport(1600, 900))

async function open(health: Health, prepare: (core: ScriptedCore) => void = () => undefined) {
  const staged = await stage((desk) => {
    desk.startWith('health', health)
    prepare(desk)
  })
  await userEvent.keyboard('{Control>}k{/Control}diag{Enter}')
  const grid = page.getByRole('grid', { name: 'Diagnostics' })
  await expect.element(grid).toHaveFocus()
  // The panel fills the window, so that all of its rows are drawn.
  await userEvent.keyboard('{Control>}{F10}{/Control}')
  await expect.element(grid).toHaveFocus()
  return { ...staged, row: (name: RegExp) => grid.getByRole('row', { name }) }
}

it('a measured step has its times, its count and bars, and a step without a reading says why', async () => {
  const durations = [...Array.from({ length: 98 }, () => 700), 9_000, 30_000]
  const { row } = await open(
    healthOf([measureOf('keyToWire', durations)], [figureOf('diskFree', 412_000_000)]),
  )
  const wire = row(/^Core to wire/)
  for (const shown of ['16.4 ms', '1.0 ms', '30.0 ms', '100', '0 s ago'])
    await expect.element(wire.getByRole('gridcell', { name: shown, exact: true })).toBeVisible()
  expect(wire.element().querySelectorAll('.health-bars rect').length).toBeGreaterThan(20)
  await expect
    .element(row(/^Order answered/).getByText('not measured: no order in the last 15 minutes'))
    .toBeVisible()
  await expect
    .element(
      row(/^Wire to pixel/).getByText(
        'not measured: no ladder in sight drew a change in the last 15 minutes',
      ),
    )
    .toBeVisible()
  await expect.element(row(/^Disk free/).getByText('412 MB')).toBeVisible()
  await expect.element(row(/^Orders waiting/).getByText('not measured: nobody is signed in')).toBeVisible()
})

it('amends and the memory of windows have rows, and each says what it covers', async () => {
  const { row } = await open(
    healthOf([measureOf('amendSent', [700])], [figureOf('windowsMemory', 310_000_000)]),
  )
  await expect.element(row(/^Amend sent/).getByText(/Amends of a block are not in it\.$/)).toBeVisible()
  await expect
    .element(row(/^Amend answered/).getByText('not measured: no amend in the last 15 minutes'))
    .toBeVisible()
  await expect.element(row(/^Memory of the windows/).getByText('310 MB')).toBeVisible()
  await expect.element(row(/^Largest window/).getByText('not measured: nobody is signed in')).toBeVisible()
  await expect
    .element(row(/^Core to wire/).getByText(/Orders of blocks and scales are not in it\.$/))
    .toBeVisible()
})

it('the steps from a key to the core and from a message to the pixel have rows of their own', async () => {
  const { row } = await open(
    healthOf(
      [measureOf('keyToCall', [700]), measureOf('frameDelivered', [2_000])],
      [figureOf('unmeasured', 3)],
    ),
  )
  await expect
    .element(
      row(/^Key to command/)
        .getByText('700 µs')
        .first(),
    )
    .toBeVisible()
  await expect
    .element(
      row(/^Command received/).getByText(
        'not measured: no order, amend or cancel of a window in the last 15 minutes',
      ),
    )
    .toBeVisible()
  await expect
    .element(
      row(/^Frame received/)
        .getByText('2.0 ms')
        .first(),
    )
    .toBeVisible()
  for (const step of [/^Change read/, /^Frame sent/, /^Frame drawn/])
    await expect
      .element(row(step).getByText('not measured: no ladder in sight drew a change in the last 15 minutes'))
      .toBeVisible()
  await expect
    .element(row(/^Durations not measured/).getByRole('gridcell', { name: '3', exact: true }))
    .toBeVisible()
})

it('messages a second and the backlog of the market worker are shown, and unread ones say so', async () => {
  const { row } = await open(
    healthOf(
      [],
      [
        figureOf('marketMessages', 1_240.6),
        { name: 'accountMessages', value: null, at: null, why: 'not read yet' },
        figureOf('workerWaiting', 12),
        figureOf('workerOldest', 1_250_500),
      ],
    ),
  )
  await expect.element(row(/^Market messages a second/).getByText('1,241', { exact: true })).toBeVisible()
  await expect
    .element(row(/^Account messages a second/).getByText('not measured: not read yet'))
    .toBeVisible()
  await expect.element(row(/^Market worker, waiting/).getByText('12', { exact: true })).toBeVisible()
  await expect.element(row(/^Market worker, oldest/).getByText('1.3 s', { exact: true })).toBeVisible()
})

it('a figure that is no longer read is old', async () => {
  const { row } = await open(
    healthOf([], [figureOf('loopLag', 2_500, NOW - 60_000), figureOf('requests', 12)]),
  )
  await expect.element(row(/^Program busy/).getByText('old: read 1 min ago')).toBeVisible()
  await expect.element(row(/^Requests a minute/).getByText('0 s ago')).toBeVisible()
})

it('warnings, the state of the history and the last problems stand in words', async () => {
  const sentence = 'The disk of the data folder has 90 MB left.'
  await open(
    healthOf([], [], {
      warnings: [sentence],
      history: 'The history of health is not stored in this run.',
      problems: [{ at: NOW, sentence: 'The venue answers 502.' }],
    }),
  )
  await expect.element(page.getByRole('alert').filter({ hasText: sentence })).toBeVisible()
  await expect.element(page.getByText('The history of health is not stored in this run.')).toBeVisible()
  await expect
    .element(
      page
        .getByRole('region', { name: 'Last problems' })
        .getByText('The venue answers 502.', { exact: false }),
    )
    .toBeVisible()
})

it('B lists a support bundle, shows a part as it would be written, and writes only then', async () => {
  const parts = [{ name: 'openpit.log', says: 'The end of the log.', length: 21 }]
  const { desk } = await open(healthOf(), (core) =>
    core.answer('support.bundle', ({ act }) =>
      ok({
        parts: act === 'review' ? parts : [],
        text: act === 'read' ? 'order of customer-1a2b' : '',
        path: act === 'write' ? '/home/dealer/openpit/support/bundle.txt.gz' : '',
      }),
    ),
  )
  await userEvent.keyboard('b')
  const bundle = page.getByRole('region', { name: 'Support bundle' })
  await expect.element(bundle).toHaveFocus()
  await bundle.getByRole('button', { name: 'openpit.log' }).click()
  await expect.element(bundle.getByText('order of customer-1a2b')).toBeVisible()
  expect(desk.callsOf('support.bundle')).toMatchObject([
    { act: 'review', codes: false },
    { act: 'read', codes: false, name: 'openpit.log', from: 0 },
  ])
  await bundle.getByRole('button', { name: 'Write the file' }).click()
  await expect.element(bundle.getByText(/\/support\/bundle\.txt\.gz.*nothing was sent/)).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('grid', { name: 'Diagnostics' })).toHaveFocus()
})

it('Enter shows the stored week of a row, with its gaps, and Esc goes back to the row', async () => {
  const HOUR = 3_600_000
  const first = Date.UTC(2026, 0, 4, 9)
  const hour = (n: number, read: number, high: number) => ({
    at: first + n * HOUR,
    minutes: 60,
    read,
    low: 400,
    middle: 700,
    high,
  })
  const problem = 'Not all of the week was read: 2026-01-03.jsonl has 1 line that cannot be read.'
  const { desk, row } = await open(healthOf(), (core) =>
    core.answer('health.week', () => ok({ hours: [hour(0, 60, 12_400), hour(3, 0, 0)], problem })),
  )
  await userEvent.click(row(/^Core to wire/))
  await userEvent.keyboard('{Enter}')
  const week = page.getByRole('region', { name: 'Week of Core to wire' })
  await expect.element(week).toHaveFocus()
  expect(desk.callsOf('health.week')).toEqual([{ name: 'keyToWire' }])
  await expect.element(week.getByText(problem)).toBeVisible()
  const rows = week.getByRole('grid').getByRole('row')
  await expect
    .poll(() =>
      rows
        .elements()
        .slice(1)
        .map((each) => each.textContent),
    )
    .toEqual([
      '01-04 12:00:0060 minutes, 0 with a reading———',
      '01-04 11:00:00nothing: Openpit was closed, or could not store———',
      '01-04 10:00:00nothing: Openpit was closed, or could not store———',
      '01-04 09:00:0060 minutes, 60 with a reading400 µs700 µs12.4 ms',
    ])
  await expect.element(week.getByText('The highest is 12.4 ms.', { exact: false })).toBeVisible()
  expect(week.element().querySelectorAll('.health-week-bars rect.gap')).toHaveLength(3)
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('grid', { name: 'Diagnostics' })).toHaveFocus()
})

it('a week that was not read is not shown as empty', async () => {
  const { row } = await open(healthOf(), (core) =>
    core.answer('health.week', () =>
      fail(failureOf('refused', 'There is no history of health: this run stores none.')),
    ),
  )
  await userEvent.click(row(/^Disk free/))
  await userEvent.keyboard('{Enter}')
  const week = page.getByRole('region', { name: 'Week of Disk free' })
  await expect.element(week.getByText(/There is no history of health/)).toBeVisible()
  await expect.element(week.getByText('The week was not read.')).toBeVisible()
})

it('an hour of long ago gives no row for each hour since', async () => {
  const hour = (at: number) => ({ at, minutes: 1, read: 1, low: 400, middle: 700, high: 900 })
  const { row } = await open(healthOf(), (core) =>
    core.answer('health.week', () => ok({ hours: [hour(0), hour(Date.UTC(2026, 0, 4, 9))], problem: null })),
  )
  await userEvent.click(row(/^Core to wire/))
  await userEvent.keyboard('{Enter}')
  const week = page.getByRole('region', { name: 'Week of Core to wire' })
  await expect.element(week.getByText('01-04 09:00:00', { exact: true })).toBeVisible()
  expect(week.getByRole('grid').element().getAttribute('aria-rowcount')).toBe('203')
})
