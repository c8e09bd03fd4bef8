/** Watches the alerts of the desk: fires each once when its figure reaches the level, tells every window by a notice, and publishes the last readings. */

import type { Clock } from '../../../shared/base/clock.ts'
import { decimal } from '../../../shared/base/decimal.ts'
import { ok, type Result } from '../../../shared/base/result.ts'
import {
  MOST_BEYOND,
  symbolOf,
  type AlertChange,
  type AlertList,
  type AlertReading,
  type AlertRule,
  type WatchedAlert,
} from '../../../shared/domain/alerts/alertRule.ts'
import { figureText, watchWords } from '../../../shared/domain/alerts/alertWords.ts'
import { crossing, type Level } from '../../../shared/domain/alerts/crossing.ts'
import type { NoticeSound } from '../../../shared/domain/notice.ts'
import type { Symbol } from '../../../shared/domain/scalars.ts'
import type { Notices } from '../notices/raiseAndAcknowledgeNotices.ts'
import { publish, type Published } from '../support/publishTopic.ts'
import { nearestOf, type AlertFigure, type AlertFigures, type AlertSources } from './alertFigure.ts'
import { createFigureGaps } from './figureGaps.ts'
import { levelFor, sentenceOf, soundOf } from './levelAndSound.ts'
import { createAlertFigureReader } from './readAlertFigures.ts'
import { createUnwatchedReport } from './reportUnwatchedAlerts.ts'
import { deletedWords, type StoredAlertRules } from './storedAlertRules.ts'

/** Ms between two turns in which every alert is read. */
const TURN_EVERY = 1_000
/** Firings of one alert at one time that have a notice each. More are one notice. */
const MOST_NOTICES = 3

export interface AlertsOptions {
  readonly clock: Clock
  readonly sources: AlertSources
  readonly rules: StoredAlertRules
  readonly notices: Pick<Notices, 'say'>
}

export interface Alerts {
  readonly topic: Published<'alerts'>
  change(change: AlertChange): Result<{ readonly id: number | null }, string>
  /** Prices of these instruments changed: their alerts are read at once. */
  pricesChanged(symbols: readonly Symbol[]): void
  /** Another account is in use, or nobody is signed in. */
  accountChanged(): void
  /** An alert on an event fired: `times` events since the last firing, with the sentence of `news`. */
  fireEvent(rule: AlertRule, times: number, news: EventNews): void
  rules(): readonly AlertRule[]
  /** Instruments whose last price, best bid or best ask an alert that is on watches. */
  pricedSymbols(): readonly Symbol[]
  close(): void
}

/** What happened, as a notice tells it. */
export interface EventNews extends Pick<AlertFigure, 'customerCode' | 'symbol'> {
  readonly sentence: string
  readonly sound: NoticeSound
}

const NOT_READ: AlertReading = { value: null, owner: null, at: null, why: 'it has not been read yet' }

const withReading = (rule: AlertRule, reading: AlertReading): WatchedAlert => {
  const { id, watch, customerCode, mustAcknowledge, isOnce, isOn, firedAt, fired } = rule
  return { id, watch, customerCode, mustAcknowledge, isOnce, isOn, firedAt, fired, reading }
}

/** `about`: names the firing among those of the alert. `gap`: why the alert did not see how the level was reached, one sentence; null: it did. */
function report(
  notices: Pick<Notices, 'say'>,
  rule: AlertRule,
  sentence: string,
  about: Pick<AlertFigure, 'subject' | 'customerCode' | 'symbol' | 'referenceId' | 'doubt'>,
  gap: string | null,
  sound: NoticeSound,
): void {
  const { id, mustAcknowledge } = rule
  const watches = watchWords(rule)
  notices.say(
    mustAcknowledge ? 'error' : 'warning',
    sentence,
    [
      `Alert ${id}: ${watches}.`,
      ...(gap === null ? [] : [gap]),
      ...(about.doubt === null ? [] : [`It may be wrong: ${about.doubt}.`]),
      ...(rule.isOnce ? ['It is switched off now.'] : []),
    ].join(' '),
    {
      // An alert that was changed never replaces what it reported before: somebody may still have to acknowledge that.
      key: `alert ${id}${mustAcknowledge ? ' !' : ''} ${watches} ${about.subject}`,
      kind: 'alert',
      customerCode: about.customerCode ?? rule.customerCode,
      symbol: about.symbol,
      referenceId: about.referenceId,
      sound,
      action: mustAcknowledge ? 'Acknowledge it with A in Notices.' : null,
    },
  )
}

const only = <T>(values: readonly T[]): T | null => (new Set(values).size === 1 ? (values[0] ?? null) : null)

/** Reports the figures that fire at one time. `gapOf`: why the alert did not see how a subject came to the level. `at`: core's wall clock, ms. */
function reportFiring(
  notices: Pick<Notices, 'say'>,
  rule: AlertRule,
  firing: readonly AlertFigure[],
  gapOf: (subject: string) => string | null,
  at: number,
): void {
  const { watch } = rule
  const nearest = nearestOf(watch, firing)
  if (nearest === null) return
  if (firing.length <= MOST_NOTICES) {
    for (const figure of firing) {
      const gap = gapOf(figure.subject)
      report(notices, rule, sentenceOf(watch, figure, gap === null), figure, gap, soundOf(watch))
    }
    return
  }
  const gap = firing.map(({ subject }) => gapOf(subject)).find((known) => known !== null) ?? null
  const many = {
    subject: `${firing.length} at ${at}`,
    customerCode: only(firing.map(({ customerCode }) => customerCode)),
    symbol: only(firing.map(({ symbol }) => symbol)),
    referenceId: null,
    doubt: firing.find(({ doubt }) => doubt !== null)?.doubt ?? null,
  }
  const sentence = `${firing.length} at once. ${sentenceOf(watch, nearest, gap === null)}`
  report(notices, rule, sentence, many, gap, soundOf(watch))
}

/** The subjects beyond the level after a reading, and the figures that reached it now; of an alert that fires once, the first. */
function crossings(
  { beyond: before, isOnce }: AlertRule,
  { figures, isOver }: AlertFigures,
  level: Level,
): { readonly beyond: ReadonlySet<string>; readonly firing: readonly AlertFigure[] } {
  const was = new Set(before)
  // A subject without a figure may be unread and keeps its state.
  const beyond = new Set(before.filter((subject) => !isOver(subject)))
  const firing: AlertFigure[] = []
  for (const figure of figures) {
    const { isBeyond, fires } = crossing(was.has(figure.subject), figure.value, level)
    if (isBeyond) beyond.add(figure.subject)
    // A figure in doubt may fire, but does not prove that the subject came back.
    else if (figure.doubt === null) beyond.delete(figure.subject)
    else if (was.has(figure.subject)) beyond.add(figure.subject)
    if (fires && !(isOnce && firing.length > 0)) firing.push(figure)
  }
  return { beyond, firing }
}

export function createAlerts({ clock, sources, rules, notices }: AlertsOptions): Alerts {
  const figureReader = createAlertFigureReader(sources)
  const readings = new Map<number, AlertReading>()
  const unwatched = createUnwatchedReport(clock, notices)
  const gaps = createFigureGaps(clock)

  const listed = (): AlertList => ({
    alerts: rules.all().map((rule) => withReading(rule, readings.get(rule.id) ?? NOT_READ)),
    deleted: deletedWords(rules.deleted()),
    problem: rules.problem,
  })
  const topic = publish<'alerts'>(listed)
  let published = ''
  const publishChanges = (): void => {
    const list = listed()
    const text = JSON.stringify(list)
    if (text === published) return
    published = text
    topic.delta(list)
  }

  /** Reads one alert and fires what is new. Stores the alert only where that changed, and returns whether it did. */
  const read = (rule: AlertRule): boolean => {
    const figuresRead = figureReader.read(rule)
    const { figures, why } = figuresRead
    const { watch } = rule
    const nearest = nearestOf(watch, figures)
    const gapOf = gaps.read(rule.id, figuresRead)
    readings.set(rule.id, {
      value: nearest === null ? null : figureText(watch, nearest.value),
      owner: nearest?.owner ?? null,
      at: nearest?.at ?? null,
      why,
    })
    const symbol = symbolOf(watch)
    const tick = symbol === null ? null : (sources.instrument(symbol)?.tickSize ?? null)
    const level = levelFor(watch, tick === null ? null : decimal(tick))
    if (!rule.isOn || level === null) return false
    const before = new Set(rule.beyond)
    const { beyond, firing } = crossings(rule, figuresRead, level)
    const fired = firing.length
    reportFiring(notices, rule, firing, gapOf, clock.now())
    if (fired === 0 && beyond.size === before.size && [...beyond].every((subject) => before.has(subject)))
      return false
    rules.put({
      ...rule,
      beyond: [...beyond].slice(-MOST_BEYOND),
      isOn: rule.isOn && !(rule.isOnce && fired > 0),
      fired: rule.fired + fired,
      firedAt: fired > 0 ? clock.now() : rule.firedAt,
    })
    return true
  }

  const turn = (): void => {
    if (rules.all().length === 0) return publishChanges()
    figureReader.beginTurn()
    for (const rule of rules.all()) read(rule)
    unwatched.follow(sources.isSignedIn() ? rules.all() : [], readings)
    publishChanges()
  }
  const stopTurns = clock.every(TURN_EVERY, turn)

  return {
    topic,
    rules: () => rules.all(),
    pricedSymbols: () =>
      rules
        .all()
        .flatMap(({ isOn, watch }) =>
          isOn && (watch.kind === 'price' || watch.kind === 'spread') ? [watch.symbol] : [],
        ),
    change(change) {
      const changed = rules.change(change)
      if (!changed.ok) return changed
      const { id } = changed.value
      const rule = rules.all().find((known) => known.id === id)
      if (rule) {
        gaps.begin([rule.id])
        read(rule)
      }
      publishChanges()
      return ok(changed.value)
    },
    pricesChanged(symbols) {
      let isChanged = false
      for (const rule of rules.all()) {
        const symbol = symbolOf(rule.watch)
        if (rule.isOn && symbol !== null && symbols.includes(symbol) && read(rule)) isChanged = true
      }
      if (isChanged) publishChanges()
    },
    accountChanged() {
      readings.clear()
      unwatched.clear()
      figureReader.clear()
      gaps.begin(rules.all().map(({ id }) => id))
      turn()
    },
    fireEvent(rule, times, { sentence, customerCode, symbol, sound }) {
      const at = clock.now()
      report(
        notices,
        rule,
        sentence,
        { subject: `at ${at}`, customerCode, symbol, referenceId: null, doubt: null },
        null,
        sound,
      )
      rules.put({ ...rule, fired: rule.fired + times, firedAt: at, isOn: rule.isOn && !rule.isOnce })
      publishChanges()
    },
    close: stopTurns,
  }
}
