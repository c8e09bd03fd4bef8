/** The first screen, the check of a venue, the lock screen, the practice tour and the diagnostics, with every payload in each text of a venue: nothing runs, misleads or leaves its part. */

import '../../renderer/live/jitless.ts'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { chooseCustomer } from '../../renderer/state/actions/workspaceActions.ts'
import { openPanel } from '../../renderer/state/stores/panelStore.ts'
import { fail, ok } from '../../shared/base/result.ts'
import { topics } from '../../shared/contract/contract.ts'
import { failureOf } from '../../shared/contract/failure.ts'
import type { Session } from '../../shared/contract/status.ts'
import { PROBES } from '../../shared/domain/venueCheck/venueCheck.ts'
import { reconciled } from '../fakes/window/accounts.ts'
import { figureOf, healthOf } from '../fakes/window/health.ts'
import { code, liveConnection, NOW, readySession, type ScriptedCore } from '../fakes/window/scriptedCore.ts'
import { stage } from '../renderer/workspace/stage.tsx'
import { hostileHalts, payloadAt } from './hostileOwnLists.ts'
import { hostileValue } from './hostileValues.ts'
import {
  brokenIn,
  enforcePolicy,
  expectNothingRan,
  faultsOf,
  outsideWindow,
  settled,
  textsOn,
  violations,
} from './pageFaults.ts'
import { PAYLOADS } from './payloads.ts'

beforeAll(enforcePolicy)
beforeEach(() => void (violations.length = 0))

const ALL = PAYLOADS.map((_, n) => n)
const textOf = (root: Element): string => [...textsOn(root)].map(([, text]) => text).join('\n')
/** Payloads that a text without them cannot show by chance. */
const isTelling = (text: string): boolean => text.length > 3

/** The part once it shows every text of `texts`. */
const drawn = (selector: string, texts: readonly string[]): Promise<HTMLElement> =>
  vi.waitFor(
    () => {
      const part = document.querySelector<HTMLElement>(selector)
      if (part === null) throw new Error(`no ${selector} is drawn`)
      const whole = textOf(part)
      expect(texts.map((text) => text.trim()).filter((text) => !whole.includes(text))).toEqual([])
      return part
    },
    { interval: 1 },
  )

/** Controls that no scrolling brings into the window: the dealer could not press them. */
function unreachable(root: Element): readonly string[] {
  const faults: string[] = []
  for (const control of root.querySelectorAll<HTMLElement>('button, input:not([type=file]), select')) {
    control.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    faults.push(...outsideWindow(control))
  }
  root.scrollIntoView({ block: 'start' })
  return faults
}

/** A text that is wider than its part would need scrolling sideways. */
const sideways = (root: Element): readonly string[] =>
  [root, ...root.querySelectorAll('.venue-check, .tour-body')].flatMap(
    ({ className, scrollWidth, clientWidth }) =>
      scrollWidth > clientWidth ? [`.${className} is wider than it shows`] : [],
  )

class Faults {
  readonly #found = new Set<string>()
  add(faults: readonly string[]): void {
    for (const fault of faults) this.#found.add(fault)
  }
  look(part: Element): void {
    this.add([...faultsOf(part), ...brokenIn(part), ...sideways(part), ...unreachable(part)])
  }
  /** With those of the whole page. */
  all(): readonly string[] {
    expectNothingRan()
    return [...this.#found, ...faultsOf(document.body)]
  }
}

const hostileSession = (text: string, more: Partial<Session>): Session => ({
  ...(hostileValue(topics.session.snapshot, text, new Map()) as Session),
  program: readySession.program,
  venueId: null,
  restriction: null,
  locked: null,
  ...more,
})
const signedOut: Partial<Session> = { phase: 'signed-out', venueId: null }
const venueNamed = (text: string): Session['venues'] =>
  readySession.venues.map((venue) => ({
    ...venue,
    name: text,
    username: text,
    restUrl: text,
    credentials: 'stored',
    editable: true,
  }))

it('the first screen shows why the venue refused the sign-in, whatever the venue says', async () => {
  const { desk, screen } = await stage((core) => core.startWith('session', { ...readySession, ...signedOut }))
  const faults = new Faults()
  for (const n of ALL) {
    desk.answer('session.signIn', () => fail(failureOf('not-connected', `Broker: ${payloadAt(n)}`)))
    const button = screen.getByRole('button', { name: 'Open the paper desk' }).element() as HTMLElement
    button.click()
    faults.look(await drawn('.signin', [`Broker: ${payloadAt(n)}`]))
  }
  expect(faults.all()).toEqual([])
})

it('the first screen shows what an earlier session of the venue left, whatever the venue says', async () => {
  const { desk } = await stage((core) => core.startWith('session', { ...readySession, ...signedOut }))
  const faults = new Faults()
  for (const n of ALL) {
    const text = payloadAt(n)
    const keychain = { available: n % 2 === 0, message: text }
    const shown = { ...signedOut, venues: venueNamed(text), message: text, keychain, restriction: text }
    desk.delta('session', hostileSession(text, shown))
    faults.look(await drawn('.signin', [text]))
  }
  expect(faults.all()).toEqual([])
})

/** A check of the built-in broker from the first screen, up to its answer. */
async function checkVenue(prepare: (core: ScriptedCore) => void) {
  const staged = await stage((core) => {
    core.startWith('session', { ...readySession, ...signedOut })
    core.startWith('venueCheck', null)
    prepare(core)
  })
  await staged.screen.getByRole('button', { name: 'Check a venue' }).click()
  await staged.screen.getByRole('combobox', { name: 'Venue' }).selectOptions('Built-in broker · paper')
  const press = () => staged.screen.getByRole('button', { name: 'Check this venue' }).click()
  return { ...staged, press }
}
const probesWith = (n: number) => ({
  venue: payloadAt(n),
  isRunning: false,
  probes: PROBES.map((probe, at) => ({
    probe,
    state: at % 2 === 0 ? ('done' as const) : ('failed' as const),
    sentence: payloadAt(n + at),
  })),
})

it('the check of a venue shows each finding, each probe and each failure, whatever the venue answered', async () => {
  const guesses = ALL.map((n) => ({
    about: payloadAt(n),
    certainty: (['sure', 'guess', 'open'] as const)[n % 3]!,
    fit: (['fits', 'misfit', 'unproven'] as const)[n % 3]!,
    sentence: payloadAt(n),
    isChanged: n % 2 === 0,
  }))
  const { desk, press } = await checkVenue((core) => {
    core.answer('venue.check', () => ok({ guesses, profile: '{}', report: payloadAt(0) }))
  })
  const faults = new Faults()
  await press()
  const result = await drawn('.check-result', ALL.map(payloadAt).filter(isTelling))
  expect(result.querySelectorAll('tbody tr').length).toBe(PAYLOADS.length)
  faults.look(document.querySelector('.sheet')!)
  faults.add(outsideWindow(document.querySelector('.sheet')!))
  for (const n of ALL.filter((at) => at % PROBES.length === 0)) {
    desk.delta('venueCheck', probesWith(n))
    const texts = PROBES.map((_, at) => payloadAt(n + at))
    faults.look(await drawn('.check-progress', texts))
  }
  desk.answer('venue.save', () => fail(failureOf('refused', payloadAt(SAVED))))
  const save = document.querySelector<HTMLElement>('.check-result .button.primary')!
  save.click()
  faults.look(await drawn('.check-result', [payloadAt(SAVED)]))
  for (const n of ALL) {
    desk.answer('venue.check', () => fail(failureOf('not-connected', `Broker: ${payloadAt(n)}`)))
    document.querySelector<HTMLElement>('.check-form [type=submit]')!.click()
    faults.look(await drawn('.check-side', [`Broker: ${payloadAt(n)}`]))
  }
  faults.add(outsideWindow(document.querySelector('.sheet')!))
  expect(faults.all()).toEqual([])
})
/** The payload of a venue that cannot be saved. */
const SAVED = 3

it('the lock screen shows user, venue, channels and a refused word, whatever the venue says', async () => {
  const lock = { since: NOW, by: 'ann', asks: 'password' as const, cause: 'key' as const, wrong: 2 }
  const { desk } = await stage((core) => core.startWith('session', { ...readySession, locked: lock }))
  const faults = new Faults()
  for (const n of ALL) {
    const text = payloadAt(n)
    const locked = { ...lock, by: text }
    desk.delta('session', { ...readySession, venues: venueNamed(text), message: text, locked })
    desk.delta('connection', {
      ...liveConnection,
      rest: { state: 'suspect', medianMs: 41, message: text },
      streams: liveConnection.streams.map((one) => ({ ...one, state: 'suspect', message: text })),
    })
    desk.answer('session.unlock', () => fail(failureOf('refused', `Broker: ${text}`)))
    const field = document.querySelector<HTMLInputElement>('#unlock')!
    field.value = 'guess'
    field.form!.requestSubmit()
    faults.look(await drawn('.lock-screen', [`by ${text}`, `at ${text}`, `Broker: ${text}`]))
  }
  desk.delta('halts', hostileHalts(payloadAt))
  faults.look(await drawn('.lock-screen', ['halts in force']))
  expect(faults.all()).toEqual([])
})

it('the practice tour shows why it waits, stands still or does not run, whatever the venue says', async () => {
  const { desk, session } = await stage((core) => core.startWith('reconciliation', [reconciled('C1042')]))
  chooseCustomer(session.workspace, code('C1042'))
  openPanel(session.panels, 'tour')
  await drawn('.tour', ['Go to the ladder'])
  const faults = new Faults()
  desk.answer('setting.save', () => fail(failureOf('refused', payloadAt(SAVED))))
  for (const n of ALL) {
    const text = payloadAt(n)
    desk.answer('setting.save', () => fail(failureOf('refused', `Broker: ${text}`)))
    const again = [...document.querySelectorAll<HTMLElement>('.tour button')].find(
      ({ textContent }) => textContent === 'Start again',
    )
    again!.click()
    faults.look(await drawn('.tour', [`Broker: ${text}`]))
  }
  for (const n of ALL) {
    desk.delta('session', { ...readySession, venues: venueNamed(payloadAt(n)) })
    faults.look(await drawn('.tour', [`signed in to ${payloadAt(n)}`]))
  }
  expect(faults.all()).toEqual([])
})

it('the diagnostics show problems, warnings and reasons in their place, whatever the venue says', async () => {
  const healthWith = (n: number) => ({
    ...healthOf([], [figureOf('diskFree', 1)]),
    at: NOW + n,
    figures: [{ name: 'requests' as const, value: null, at: null, why: payloadAt(n) }],
    warnings: [payloadAt(n)],
    problems: [0, 1, 2, 3, 4].map((at) => ({ at: NOW + at, sentence: payloadAt(n + at) })),
    history: payloadAt(n + 1),
  })
  const { desk, session } = await stage((core) => core.startWith('health', healthWith(0)))
  openPanel(session.panels, 'diagnostics')
  await drawn('.diagnostics', [payloadAt(0)])
  const faults = new Faults()
  for (const n of ALL.filter((at) => at % 5 === 0)) {
    desk.delta('health', healthWith(n))
    const part = await drawn(
      '.health-problems',
      [0, 1, 2, 3, 4].map((at) => payloadAt(n + at)),
    )
    await drawn('.diagnostics', [payloadAt(n), payloadAt(n + 1)])
    const panel = part.closest('.diagnostics')!
    faults.look(panel)
    faults.add(outsideWindow(panel))
    part.scrollIntoView({ block: 'end' })
    faults.add(outsideWindow(part))
  }
  await settled()
  expect(faults.all()).toEqual([])
})
