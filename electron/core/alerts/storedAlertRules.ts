/** The alerts of each account (venue and user), stored in the settings: changes, the last deletion, and which figures are beyond. Watches nothing. */

import { fail, ok, type Result } from '../../../shared/base/result.ts'
import {
  MOST_ALERTS,
  whyNotSet,
  type AlertChange,
  type AlertChoice,
  type AlertRule,
} from '../../../shared/domain/alerts/alertRule.ts'
import {
  NO_ALERTS,
  readStoredAlerts,
  storedAlertsText,
  type AlertsByAccount,
} from '../../../shared/domain/alerts/storedAlerts.ts'
import { watchWords } from '../../../shared/domain/alerts/alertWords.ts'
import type { Instrument } from '../../../shared/domain/instrument.ts'
import type { Symbol } from '../../../shared/domain/scalars.ts'
import type { Settings } from '../ports/settings.ts'
import { setAsideUnread } from '../support/setAsideUnread.ts'

/** A window cannot write this setting: names of its own settings have no hyphen. */
const SETTING = 'alert-rules'
const DAMAGED =
  'The stored alerts cannot be read, so none of them is watched. Set them again in the panel Alerts. Their text stays in the settings file.'
const NOT_STORED =
  'The change of the alerts holds for this run only, because it would destroy the stored text that cannot be read.'
const SETTINGS_LOST =
  'The settings file of earlier runs was not read, so no alert of those runs is watched. Set the alerts again, or bring the file back as the notice of the start says.'
const NEWER =
  'A newer Openpit stored the alerts. This release watches none of them and leaves them unchanged. Start the newer Openpit.'
const someUnread = (count: number): string =>
  count === 1
    ? '1 stored alert cannot be read, so it is not watched. Set it again in the panel Alerts. Its text stays in the settings file.'
    : `${count} stored alerts cannot be read, so they are not watched. Set them again in the panel Alerts. Their text stays in the settings file.`

export interface StoredAlertRulesOptions {
  readonly settings: Settings
  /** Settings of earlier runs are missing, so these runs may have had alerts. The start reports it. */
  readonly areSettingsLost: boolean
  /** The account key in use; empty before anybody signed in. */
  readonly account: () => string
  readonly instrument: (symbol: Symbol) => Instrument | undefined
  /** Reports stored alerts that cannot be read, and a setting that could not be saved. */
  readonly warn: (sentence: string) => void
}

export interface StoredAlertRules {
  /** The alerts of the account in use, in the order in which they were set. */
  all(): readonly AlertRule[]
  /** The alert that `undo` would bring back; null: none. */
  deleted(): AlertRule | null
  /** Why stored alerts are not in force: one sentence. */
  readonly problem: string | null
  change(change: AlertChange): Result<{ readonly id: number | null }, string>
  /** Stores what watching changed: firings, and the figures that are beyond. */
  put(rule: AlertRule): void
}

const FULL = fail(`The desk has ${MOST_ALERTS} alerts already. Delete one first.`)

const ruleOf = (id: number, choice: AlertChoice): AlertRule => ({
  ...choice,
  id,
  isOn: true,
  firedAt: null,
  fired: 0,
  beyond: [],
})

export function createStoredAlertRules(options: StoredAlertRulesOptions): StoredAlertRules {
  const { settings, account, warn } = options
  const stored = settings.all()[SETTING]
  const read = readStoredAlerts(stored)
  let accounts: AlertsByAccount = typeof read === 'string' ? {} : read
  const unreadable = read === 'damaged' ? DAMAGED : read === 'newer' ? NEWER : null
  /** Why none of the stored alerts is in force. */
  let problem = unreadable ?? (options.areSettingsLost ? SETTINGS_LOST : null)
  let lastDeleted: { readonly account: string; readonly at: number; readonly rule: AlertRule } | null = null
  const unread = Object.values(accounts).reduce((sum, each) => sum + each.unread, 0)
  if (unreadable !== null) warn(unreadable)
  else if (unread > 0) warn(someUnread(unread))
  /** The text that the next save must not destroy. */
  let unreadText = unreadable === DAMAGED || unread > 0 ? stored : undefined

  const own = () => accounts[account()] ?? NO_ALERTS
  const save = (rules: readonly AlertRule[], nextId = own().nextId): void => {
    accounts = { ...accounts, [account()]: { ...own(), nextId, rules: [...rules] } }
    problem = null
    if (unreadText !== undefined) {
      const aside = setAsideUnread(settings, SETTING, unreadText)
      if (!aside.ok) return warn(`${NOT_STORED} ${aside.failure}`)
      unreadText = undefined
    }
    const saved = settings.save(SETTING, storedAlertsText(accounts))
    if (!saved.ok) warn(saved.failure)
  }
  const replace = (rule: AlertRule): void =>
    save(own().rules.map((known) => (known.id === rule.id ? rule : known)))
  const find = (id: number) => own().rules.find((rule) => rule.id === id)
  const refusalOf = (alert: AlertChoice) =>
    whyNotSet(alert, 'symbol' in alert.watch ? options.instrument(alert.watch.symbol) : undefined)
  const GONE = 'Another window deleted this alert. Nothing was changed.'

  const add = (alert: AlertChoice): Result<{ readonly id: number }, string> => {
    const refusal = refusalOf(alert)
    if (refusal !== null) return fail(refusal)
    const { rules, nextId } = own()
    if (rules.length >= MOST_ALERTS) return FULL
    save([...rules, ruleOf(nextId, alert)], nextId + 1)
    return ok({ id: nextId })
  }
  const undo = (): Result<{ readonly id: number }, string> => {
    if (lastDeleted?.account !== account()) return fail('There is no deleted alert to bring back.')
    // More than a desk may have would make the stored text unreadable at the next start.
    if (own().rules.length >= MOST_ALERTS) return FULL
    const { rule, at } = lastDeleted
    lastDeleted = null
    save(own().rules.toSpliced(at, 0, rule))
    return ok({ id: rule.id })
  }
  const remove = (rule: AlertRule): Result<{ readonly id: null }, string> => {
    lastDeleted = { account: account(), at: own().rules.indexOf(rule), rule }
    save(own().rules.filter((other) => other !== rule))
    return ok({ id: null })
  }

  return {
    all: () => own().rules,
    deleted: () => (lastDeleted?.account === account() ? lastDeleted.rule : null),
    get problem() {
      const count = own().unread
      return problem ?? (count > 0 ? someUnread(count) : null)
    },
    change(change) {
      if (account() === '')
        return fail('Nobody is signed in, so there is no desk to set an alert for. Sign in first.')
      if (problem === NEWER) return fail(`The alert was not set. ${NEWER}`)
      if (change.act === 'add') return add(change.alert)
      if (change.act === 'undo') return undo()
      const rule = find(change.id)
      if (!rule) return fail(GONE)
      if (change.act === 'remove') return remove(rule)
      if (change.act === 'switch') {
        // Switched on again, an alert fires for what is beyond now.
        replace({ ...rule, isOn: change.isOn, beyond: [] })
        return ok({ id: rule.id })
      }
      const refusal = refusalOf(change.alert)
      if (refusal !== null) return fail(refusal)
      replace({ ...rule, ...change.alert, isOn: true, beyond: [] })
      return ok({ id: rule.id })
    },
    put: replace,
  }
}

/** What the alert that was deleted last watched. */
export const deletedWords = (rule: AlertRule | null): string | null =>
  rule === null ? null : watchWords(rule)
