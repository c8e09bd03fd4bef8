/** The check of a venue on the first screen, by keys alone: while it runs, stopped, failed and done. */

import { beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fail, ok } from '../../../../shared/base/result.ts'
import type { Reply } from '../../../../shared/contract/contract.ts'
import { failureOf, type Failure } from '../../../../shared/contract/failure.ts'
import {
  PROBES,
  type CheckedGuess,
  type ProbeProgress,
  type VenueCheckState,
} from '../../../../shared/domain/venueCheck/venueCheck.ts'
import { readySession, type ScriptedCore } from '../../../fakes/window/scriptedCore.ts'
import { stage } from '../stage.tsx'

beforeEach(() => page.viewport(1600, 900))

const keys = (text: string) => userEvent.keyboard(text)
const STOPPED =
  'Built-in broker: The check was stopped. Nothing was changed at the venue, and no profile was written.'
const FOUND: Reply<'venue.check'> = {
  guesses: [
    {
      about: 'lists.items',
      certainty: 'sure',
      fit: 'fits',
      sentence: 'Lists stand under “items”.',
      isChanged: true,
    },
  ],
  profile: '{}',
  report: 'lists.items (read): items.',
}

/** The first probes are done, the next one is in `next`, and the others wait. */
const probesUntil = (done: number, next: ProbeProgress['state']): VenueCheckState['probes'] =>
  PROBES.map((probe, n) => ({
    probe,
    state: n < done ? 'done' : n === done ? next : 'waiting',
    sentence: n < done ? `${probe} was answered.` : null,
  }))
const progress = (isRunning: boolean, done: number, next: ProbeProgress['state'] = 'running') => ({
  venue: 'Built-in broker',
  isRunning,
  probes: probesUntil(done, next),
})

/** The sheet with a check that runs, as the core would go on with it. */
async function openRunning(more: (desk: ScriptedCore) => void = () => {}) {
  let end: (
    answer: ReturnType<typeof ok<Reply<'venue.check'>>> | ReturnType<typeof fail<Failure>>,
  ) => void = () => {}
  const staged = await stage((desk) => {
    desk.startWith('session', { ...readySession, phase: 'signed-out', venueId: null })
    desk.startWith('venueCheck', null)
    desk.answer('venue.check', () => new Promise((done) => (end = done)))
    desk.answer('venue.stopCheck', () => ok({}))
    more(desk)
  })
  await staged.screen.getByRole('button', { name: 'Check a venue' }).click()
  const sheet = page.getByRole('dialog', { name: 'Check a venue' })
  await sheet.getByRole('combobox', { name: 'Venue' }).selectOptions('Built-in broker · paper')
  await sheet.getByRole('textbox', { name: 'Customer' }).click()
  await keys('{Enter}')
  await expect.poll(() => staged.desk.callsOf('venue.check').length).toBe(1)
  const { desk } = staged
  return {
    desk,
    sheet,
    stop: sheet.getByRole('button', { name: /^Stop the check/ }),
    start: sheet.getByRole('button', { name: 'Check this venue' }),
    stops: () => desk.callsOf('venue.stopCheck').length,
    show: (state: VenueCheckState) => desk.delta('venueCheck', state),
    end: (answer: Parameters<typeof end>[0]) => end(answer),
    probe: (name: string) => sheet.getByRole('listitem').filter({ hasText: name }),
  }
}
const refused = fail(failureOf('refused', STOPPED))

it('shows each probe as it goes, and a button that stops the check', async () => {
  const { sheet, stop, show, probe, stops } = await openRunning()
  await expect.element(stop).toBeVisible()
  await expect.element(sheet.getByRole('region', { name: 'Probes' })).not.toBeInTheDocument()
  show(progress(true, 2))
  await expect.element(sheet.getByText('Checking Built-in broker: 2 of 9 probes are over.')).toBeVisible()
  await expect.element(probe('instruments')).toMatchTextContent('instruments was answered.')
  await expect.element(probe('tickers')).toMatchTextContent('runs')
  await expect.element(probe('trades')).toMatchTextContent('waits')
  expect(stops()).toBe(0)
})

it('shows nothing of an earlier check while another one begins', async () => {
  const { sheet, show } = await openRunning((desk) =>
    desk.startWith('venueCheck', { ...progress(false, 9), venue: 'Another' }),
  )
  await expect.element(sheet.getByRole('button', { name: 'Checking…' })).toBeVisible()
  await expect.element(sheet.getByText(/Another/)).not.toBeInTheDocument()
  show(progress(true, 1))
  await expect.element(sheet.getByText(/^Checking Built-in broker: 1 of 9/)).toBeVisible()
})

it.each(['{Escape}', 'the button'])(
  '%s stops the check once, and the sheet says what was read',
  async (how) => {
    const { sheet, stop, start, stops, show, end, probe } = await openRunning()
    show(progress(true, 3))
    await expect.element(probe('tickers')).toMatchTextContent('tickers was answered.')
    if (how === 'the button') await stop.click()
    else await keys(how)
    await expect.element(sheet.getByRole('button', { name: /^Stopping…/ })).toBeVisible()
    await keys('{Escape}{Escape}')
    expect(stops()).toBe(1)
    show(progress(false, 3))
    end(refused)
    await expect.element(sheet.getByText(STOPPED)).toBeVisible()
    await expect
      .element(
        sheet.getByText(
          'The check of Built-in broker ended early: 3 of 9 probes are over. Read so far: instruments, tickers.',
        ),
      )
      .toBeVisible()
    await expect.element(probe('trades')).toMatchTextContent('no answer before the end')
    await expect.element(probe('ledger')).toMatchTextContent('not asked')
    await expect.element(sheet.getByRole('alert')).not.toBeInTheDocument()
    await expect.element(stop).not.toBeInTheDocument()
    await expect.element(start).toHaveFocus()
    // Nothing runs any more, so the key closes the sheet.
    await keys('{Escape}')
    await expect.element(sheet).not.toBeInTheDocument()
    expect(stops()).toBe(1)
  },
)

it('says that no list was read where the sign-in had not ended', async () => {
  const { sheet, stop, show, end } = await openRunning()
  show(progress(true, 0))
  await stop.click()
  show(progress(false, 0))
  end(refused)
  await expect
    .element(sheet.getByText(/ended early: 0 of 9 probes are over\. No list was read\.$/))
    .toBeVisible()
})

it('a stop that the core did not take leaves the check running, and can be asked again', async () => {
  const { sheet, stop, stops, show } = await openRunning((desk) =>
    desk.answer('venue.stopCheck', () => fail(failureOf('not-connected', 'The window lost its core.'))),
  )
  show(progress(true, 1))
  await stop.click()
  await expect.element(sheet.getByRole('alert')).toMatchTextContent('The window lost its core.')
  await stop.click()
  await expect.poll(stops).toBe(2)
  await expect.element(sheet.getByRole('button', { name: 'Checking…' })).toBeVisible()
})

it('a failure is an alert with its reason, and the failed probe says it', async () => {
  const { sheet, stop, start, show, end, probe } = await openRunning()
  const probes = progress(false, 0, 'failed').probes.map((one) =>
    one.probe === 'sign-in' ? { ...one, sentence: 'Wrong username or password.' } : one,
  )
  show({ ...progress(false, 0, 'failed'), probes })
  end(fail(failureOf('not-connected', 'Built-in broker: Wrong username or password.')))
  await expect
    .element(sheet.getByRole('alert'))
    .toMatchTextContent('Built-in broker: Wrong username or password.')
  await expect.element(probe('sign-in')).toMatchTextContent('✕sign-inWrong username or password.')
  await expect.element(sheet.getByText(/1 of 9 probes are over\. No list was read\.$/)).toBeVisible()
  await expect.element(stop).not.toBeInTheDocument()
  await expect.element(start).toHaveFocus()
})

it('a check that ended before the stop arrived shows its result', async () => {
  const { sheet, stop, show, end } = await openRunning()
  show(progress(true, 8))
  await stop.click()
  show(progress(false, 9))
  end(ok(FOUND))
  const result = sheet.getByRole('region', { name: 'Result of the check' })
  await expect
    .element(result.getByText(/^1 read, 0 likely, 0 not known\. 1 finding changes the profile\./))
    .toBeVisible()
  await expect.element(sheet.getByText('Checked Built-in broker: 9 of 9 probes are over.')).toBeVisible()
  await expect.element(result.getByRole('row', { name: /^lists\.items/ })).toBeVisible()
  await expect.element(sheet.getByText(STOPPED)).not.toBeInTheDocument()
})

it('a sheet that is closed leaves no check behind', async () => {
  const { sheet, stops, show } = await openRunning()
  show(progress(true, 1))
  await sheet.getByRole('button', { name: 'Esc closes' }).click()
  await expect.element(sheet).not.toBeInTheDocument()
  await expect.poll(stops).toBe(1)
})

const guessOf = (certainty: CheckedGuess['certainty'], fit: CheckedGuess['fit']): CheckedGuess => ({
  about: '/v1/trades',
  certainty,
  fit,
  sentence: `${fit}.`,
  isChanged: false,
})
const READ = guessOf('sure', 'fits')
const BEYOND = guessOf('open', 'fits')
const MISFIT = guessOf('sure', 'misfit')
const UNPROVEN = guessOf('open', 'unproven')

it.each<[string, readonly CheckedGuess[], string]>([
  [
    'read the venue whole',
    [READ, BEYOND],
    '1 read, 0 likely, 1 not known. No finding changes the profile by itself. The profile fits all that a read can show. Nothing',
  ],
  [
    'read nothing',
    [UNPROVEN, BEYOND],
    '0 read, 0 likely, 2 not known. No finding changes the profile by itself. The profile may not fit what could not be read. Ask the broker. Nothing',
  ],
  [
    'met a wrong path',
    [READ, MISFIT, BEYOND],
    '2 read, 0 likely, 1 not known. No finding changes the profile by itself. 1 finding does not fit the profile: correct it by hand, or ask the broker. Nothing',
  ],
])('says whether the profile fits after a check that %s', async (_, guesses, words) => {
  const { sheet, show, end } = await openRunning()
  show(progress(false, 9))
  end(ok({ ...FOUND, guesses: [...guesses] }))
  const result = sheet.getByRole('region', { name: 'Result of the check' })
  await expect.element(result.getByRole('status')).toMatchTextContent(words)
  const unfit = result.getByRole('row', { name: /does not fit/ })
  expect(unfit.elements()).toHaveLength(guesses.includes(MISFIT) ? 1 : 0)
})
