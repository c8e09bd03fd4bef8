/**
 * Stores what the links of panels stand for, for every window. Checks each change against the venue's instruments and customers. Saves instruments,
 * never a customer: each dealer who signs in chooses customers anew.
 */

import { shownCode } from '../../../../shared/base/shownCode.ts'
import { fail, ok, type Result } from '../../../../shared/base/result.ts'
import {
  linkedInstruments,
  withLink,
  type LinkChange,
  type LinkValues,
} from '../../../../shared/domain/panelLinks.ts'
import type { CustomerCode, Symbol } from '../../../../shared/domain/scalars.ts'
import type { Settings } from '../../ports/settings.ts'
import { publish, type Published } from '../../support/publishTopic.ts'

/** A window cannot write this setting: names of its own settings have no hyphen. */
const SETTING = 'panel-links'

export interface PanelLinksOptions {
  readonly settings: Settings
  /** The instruments of the venue in use; empty without one. */
  readonly symbols: () => readonly Symbol[]
  readonly customers: () => readonly CustomerCode[]
  /** Reports a setting that could not be saved. */
  readonly warn: (sentence: string) => void
}

export interface PanelLinks {
  readonly topic: Published<'links'>
  /** Applies one change and publishes it; replies with the revision that has it. */
  set(change: LinkChange): Result<{ readonly revision: number }, string>
  /** Another dealer or venue: no link has a customer. */
  forgetCustomers(): void
}

export function createPanelLinks({ settings, symbols, customers, warn }: PanelLinksOptions): PanelLinks {
  let values: LinkValues = { revision: 0, instruments: readSaved(settings.all()[SETTING]), customers: {} }
  const topic = publish<'links'>(() => values)

  const refusalOf = (change: LinkChange): string | null => {
    const stays = `Link ${change.link} was not changed.`
    if (change.axis === 'instrument')
      return symbols().includes(change.symbol)
        ? null
        : `${shownCode(change.symbol)} is not an instrument of this venue. ${stays}`
    const code = change.customerCode
    return code === null || customers().includes(code)
      ? null
      : `${shownCode(code)} is not in the list of customers. ${stays} Add the customer first.`
  }
  const take = (next: LinkValues): void => {
    if (next === values) return
    const isSaved = next.instruments === values.instruments
    values = next
    topic.delta(values)
    if (isSaved) return
    const saved = settings.save(SETTING, JSON.stringify(values.instruments))
    if (!saved.ok) warn(saved.failure)
  }
  return {
    topic,
    set(change) {
      const refusal = refusalOf(change)
      if (refusal !== null) return fail(refusal)
      take(withLink(values, change))
      return ok({ revision: values.revision })
    },
    forgetCustomers() {
      if (Object.keys(values.customers).length > 0)
        take({ ...values, revision: values.revision + 1, customers: {} })
    },
  }
}

function readSaved(text: string | undefined): LinkValues['instruments'] {
  try {
    const read = linkedInstruments.safeParse(JSON.parse(text ?? '{}'))
    return read.success ? read.data : {}
  } catch {
    return {}
  }
}
