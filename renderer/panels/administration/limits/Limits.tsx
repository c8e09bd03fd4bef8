/** The limits of the desk, a customer, an instrument, or both: the typed bounds, the bounds in force, the changes of a save, and the history. */

import { useState } from 'react'
import { useStore } from 'zustand'
import { shownCode } from '../../../../shared/base/shownCode.ts'
import { decimal } from '../../../../shared/base/decimal.ts'
import { limitChanges } from '../../../../shared/domain/limits/limitChanges.ts'
import { limitValue, scopeWords } from '../../../../shared/domain/limits/limitWords.ts'
import {
  scopeKey,
  type LimitName,
  type LimitRule,
  type LimitScope,
  type LimitsInForce,
} from '../../../../shared/domain/limits/limits.ts'
import { customerCode, symbol, type Symbol } from '../../../../shared/domain/scalars.ts'
import { usePanelId } from '../../../state/usePanel.ts'
import { useLoadable, useSession } from '../../../state/useSession.ts'
import { dayAndTimeWithZone } from '../../../format/times.ts'
import { pinPanel } from '../../../state/stores/panelStore.ts'
import { PanelBar } from '../../PanelControls.tsx'
import { ChangeList } from './ChangeList.tsx'
import { LimitTable } from './LimitTable.tsx'
import { SaveLimits } from './SaveLimits.tsx'
import { OneOrAllSelect } from './OneOrAllSelect.tsx'
import { inForce, readEdits, readScope, ruleOf, type LimitEdits, type LimitField } from './limitForm.ts'

/** The number of revisions drawn. */
const SHOWN = 20
const NOTHING: LimitEdits = new Map()

export function Limits() {
  const session = useSession()
  const { value: limits } = useLoadable(session.server.limits)
  if (limits === null) return <p className="grid-empty">Waiting for the limits.</p>
  return <LimitPanel limits={limits} />
}

function LimitPanel({ limits }: { readonly limits: LimitsInForce }) {
  const session = useSession()
  const id = usePanelId('limits')
  // The newest choice by the command line or by the list here. Never follows the window's customer.
  const customer = useStore(session.panels, (panels) => panels.customers[id]) ?? null
  const wanted = useStore(session.panels, (panels) => (panels.wanted?.panel === id ? panels.wanted : null))
  const { value: customers } = useLoadable(session.server.customers)
  const { value: instruments } = useLoadable(session.server.instruments)
  const [instrument, setInstrument] = useState<{
    readonly under: object | null
    readonly symbol: Symbol | null
  }>({
    under: wanted,
    symbol: null,
  })
  // A command line that opened the panel again named no instrument.
  const symbolShown = wanted === null || instrument.under === wanted ? instrument.symbol : null
  const scope: LimitScope = { customerCode: customer, symbol: symbolShown }
  const choose = (chosen: LimitScope) => {
    pinPanel(session.panels, id, chosen.customerCode)
    setInstrument({ under: wanted ?? instrument.under, symbol: chosen.symbol })
  }
  const [edits, setEdits] = useState(NOTHING)
  /** The version on which the edits began. */
  const [base, setBase] = useState(limits)
  const from = edits.size === 0 ? limits : base
  const symbols = (instruments ?? []).map((listed) => listed.symbol)
  const rule = ruleOf(from.rules, scope)
  const texts = edits.get(scopeKey(scope))?.texts ?? {}
  const reading = readScope(rule, texts, symbols)
  const next = readEdits(from.rules, edits, symbols)
  const changes = next === null ? [] : limitChanges(from.rules, next)
  const type = (field: LimitField, text: string) => {
    if (edits.size === 0) setBase(limits)
    setEdits(new Map(edits).set(scopeKey(scope), { scope, texts: { ...texts, [field]: text } }))
  }
  const drop = () => setEdits(NOTHING)
  const standing = (limit: LimitName, level: 'warn' | 'block') => {
    const found = inForce(limits.rules, scope, limit, level)
    return found === null ? '—' : `${limitValue(limit, decimal(found.bound))} · ${scopeWords(found.rule)}`
  }
  return (
    <>
      <PanelBar>
        <OneOrAllSelect
          label="Customer"
          all="every customer"
          options={(customers ?? []).map(({ code, name }) => ({
            value: code,
            words: `${shownCode(code)} ${name}`,
          }))}
          value={scope.customerCode ?? ''}
          onChoose={(value) => {
            const chosen = customerCode.safeParse(value)
            choose({ ...scope, customerCode: chosen.success ? chosen.data : null })
          }}
        />
        <OneOrAllSelect
          label="Instrument"
          all="every instrument"
          options={symbols.map((listed) => ({ value: listed, words: shownCode(listed) }))}
          value={scope.symbol ?? ''}
          onChoose={(value) => {
            const chosen = symbol.safeParse(value)
            choose({ ...scope, symbol: chosen.success ? chosen.data : null })
          }}
        />
        <span className="muted">set:</span>
        <RuleButtons rules={from.rules} scope={scope} onChoose={choose} />
        <span className="spring" />
        <span className="muted">version {limits.version}</span>
      </PanelBar>
      {limits.unconfirmed !== null && (
        <p role="alert" className="problem panel-line">
          {limits.unconfirmed}
        </p>
      )}
      {from.version !== limits.version && (
        <p role="alert" className="problem panel-line">
          Version {limits.version} came into force while you typed.{' '}
          <button type="button" className="button small" onClick={drop}>
            Drop what I typed
          </button>
        </p>
      )}
      <SaveLimits
        baseVersion={from.version}
        version={limits.version}
        rules={next}
        changes={changes}
        unconfirmed={limits.unconfirmed}
        edited={edits.size > 0}
        onSaved={drop}
        onDrop={drop}
        table={
          <LimitTable
            name={`Limits of ${scopeWords(scope)}`}
            rule={rule}
            texts={texts}
            problems={reading.problems}
            standing={standing}
            onType={type}
          />
        }
        below={<History limits={limits} />}
      />
    </>
  )
}

interface RuleButtonsProps {
  readonly rules: readonly LimitRule[]
  readonly scope: LimitScope
  readonly onChoose: (scope: LimitScope) => void
}

/** A button for each scope that has limits. */
const RuleButtons = ({ rules, scope, onChoose }: RuleButtonsProps) => (
  <span className="limit-scopes">
    {rules.map((listed) => (
      <button
        key={scopeKey(listed)}
        type="button"
        className="button small"
        aria-pressed={scopeKey(listed) === scopeKey(scope)}
        onClick={() => onChoose({ customerCode: listed.customerCode, symbol: listed.symbol })}
      >
        {scopeWords(listed)}
      </button>
    ))}
  </span>
)

const History = ({ limits }: { readonly limits: LimitsInForce }) => (
  <section aria-label="History of the limits">
    <h2>History</h2>
    {limits.history.length === 0 && (
      <p className="muted">
        {limits.version !== 0
          ? `No readable history is stored with version ${limits.version}.`
          : limits.unconfirmed === null
            ? 'Never changed: the limits the terminal came with.'
            : 'No readable history is stored: earlier changes are not known.'}
      </p>
    )}
    {limits.history
      .toReversed()
      .slice(0, SHOWN)
      .map((limit) => (
        <div key={limit.version} className="revision">
          <p>
            <b>{limit.version}</b>{' '}
            <span className="muted">
              {dayAndTimeWithZone(limit.at)} · {limit.by}
            </span>
          </p>
          <ChangeList changes={limit.changes} />
        </div>
      ))}
  </section>
)
