/** What the limits say to one customer's order, as a chip with mark and words. */

import type { Verdict } from '../../../shared/domain/block/blockVerdict.ts'
import { UNKNOWN } from '../../format/numbers.ts'

export function VerdictChip({ verdict }: { readonly verdict: Verdict }) {
  switch (verdict.kind) {
    case 'within':
      return <span className="verdict">✓ within limits</span>
    case 'unknown':
      return (
        <span className="verdict muted" title={`Not known: ${verdict.why}.`}>
          {UNKNOWN} <span className="hidden-visually">Not known: {verdict.why}.</span>
        </span>
      )
    case 'warn':
      return (
        <span className="verdict amber" title={verdict.sentence}>
          △ {verdict.sentence}
        </span>
      )
    case 'held':
      return (
        <span className="verdict amber" title={verdict.sentence}>
          ◔ {verdict.sentence}
        </span>
      )
    case 'block':
      return (
        <span className="verdict bad" title={verdict.sentence}>
          ✕ {verdict.sentence}
        </span>
      )
  }
}
