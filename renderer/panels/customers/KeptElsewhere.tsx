/** What else the desk keeps about a customer: its names on the command line and its own limits, with a way to where each is changed. Changes nothing. */

import { useStore } from 'zustand'
import { decimal } from '../../../shared/base/decimal.ts'
import { limitName, type LimitRule } from '../../../shared/domain/limits/limits.ts'
import { LIMIT_WORDS, limitValue, scopeWords } from '../../../shared/domain/limits/limitWords.ts'
import type { CustomerCode } from '../../../shared/domain/scalars.ts'
import { openPanel } from '../../state/stores/panelStore.ts'
import { useLoadable, useSession } from '../../state/useSession.ts'
import { namesOnLine, ownRules } from './namesAndLimits.ts'

const LEVELS = ['warn', 'block'] as const

/** `customer C1042: Notional warn 50,000 USDC, block 100,000 USDC`. */
function ruleWords(rule: LimitRule): string {
  const bounds = limitName.options.flatMap((limit) => {
    const levels = LEVELS.flatMap((level) => {
      const bound = rule.bounds[limit]?.[level] ?? null
      return bound === null ? [] : [`${level} ${limitValue(limit, decimal(bound))}`]
    })
    return levels.length === 0 ? [] : [`${LIMIT_WORDS[limit].name} ${levels.join(', ')}`]
  })
  const instruments = rule.instruments === null ? [] : [`${rule.instruments.length} instruments allowed`]
  return `${scopeWords(rule)}: ${[...bounds, ...instruments].join('; ') || 'none'}`
}

interface KeptElsewhereProps {
  readonly code: CustomerCode
  readonly onClose: () => void
}

export function KeptElsewhere({ code, onClose }: KeptElsewhereProps) {
  const session = useSession()
  const { value: limits } = useLoadable(session.server.limits)
  const aliases = useStore(session.settings, ({ settings }) => settings.values['line.aliases'])
  const venueId = useStore(session.server.session, ({ value }) => value?.venueId ?? null)
  const words = namesOnLine(aliases, code, venueId)
  const rules = ownRules(limits?.rules, code)
  const go = (panel: string) => {
    onClose()
    openPanel(session.panels, panel, panel === 'limits' ? code : undefined)
  }
  return (
    <section aria-label="Kept elsewhere" className="kept-elsewhere">
      <div className="labelled">
        <span className="muted">Names on the command line</span>
        <span className="mono">{words.length === 0 ? 'none' : words.join(', ')}</span>
        <button type="button" className="button small" onClick={() => go('settings')}>
          Open Settings
        </button>
      </div>
      <div className="labelled">
        <span className="muted">Own limits</span>
        <span>
          {rules === null
            ? 'not known yet'
            : rules.length === 0
              ? 'none: those of the desk hold'
              : rules.map(ruleWords).join(' · ')}
        </span>
        <button type="button" className="button small" onClick={() => go('limits')}>
          Open Limits
        </button>
      </div>
    </section>
  )
}
