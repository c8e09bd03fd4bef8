/** The bounds of one scope as a table of fields: warning, block, and the tightest bound that applies to the scope. */

import { LIMIT_WORDS } from '../../../../shared/domain/limits/limitWords.ts'
import {
  limitName,
  type LimitLevel,
  type LimitName,
  type LimitRule,
} from '../../../../shared/domain/limits/limits.ts'
import { fieldText, type LimitField, type LimitReading, type LimitTexts } from './limitForm.ts'

interface LimitTableProps {
  readonly name: string
  readonly rule: LimitRule
  readonly texts: LimitTexts
  readonly problems: LimitReading['problems']
  /** The bound in force for the scope, in words. */
  readonly standing: (limit: LimitName, level: LimitLevel) => string
  readonly onType: (field: LimitField, text: string) => void
}

export function LimitTable({ name, rule, texts, problems, standing, onType }: LimitTableProps) {
  const input = (field: LimitField, label: string, placeholder: string) => (
    <>
      <input
        className={`field${texts[field] === undefined ? '' : ' changed'}`}
        aria-label={label}
        aria-invalid={problems[field] !== undefined}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        value={fieldText(rule, texts, field)}
        onChange={(event) => onType(field, event.target.value)}
      />
      {problems[field] !== undefined && <span className="problem">{problems[field]}</span>}
    </>
  )
  return (
    <div className="limit-table">
      <table aria-label={name}>
        <thead>
          <tr>
            <th scope="col">Limit</th>
            <th scope="col">Warns above</th>
            <th scope="col">Blocks above</th>
            <th scope="col">In force: warns</th>
            <th scope="col">In force: blocks</th>
          </tr>
        </thead>
        <tbody>
          {limitName.options.map((limit) => {
            const { name: words, unit } = LIMIT_WORDS[limit]
            return (
              <tr key={limit}>
                <th scope="row">
                  {words} <span className="muted">{unit.trim()}</span>
                </th>
                <td>{input(`${limit} warn`, `${words}, warns above`, 'none')}</td>
                <td>{input(`${limit} block`, `${words}, blocks above`, 'none')}</td>
                <td className="number muted">{standing(limit, 'warn')}</td>
                <td className="number muted">{standing(limit, 'block')}</td>
              </tr>
            )
          })}
          {rule.symbol === null && (
            <tr>
              <th scope="row">Allowed instruments</th>
              <td colSpan={4}>
                {input('instruments', 'Allowed instruments', 'all; or symbols with spaces between, or: none')}
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </div>
  )
}
