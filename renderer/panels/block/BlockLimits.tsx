/** What the limits say to the block as a whole, a sentence for each limit that it exceeds. */

import { whyWholeKept, type WholeCheck } from '../../state/block/useWholeCheck.ts'

function Findings({ check }: { readonly check: WholeCheck | null }) {
  if (check === null)
    return <p className="muted">The limits are asked once every row of the block is known.</p>
  if (check.kind === 'asking') return <p className="amber">◔ Checking the limits.</p>
  const kept = whyWholeKept(check)
  if (check.kind === 'unanswered') return <p className="amber">{kept}</p>
  const { findings } = check
  // A refusal that is no limit, such as a halt, has no finding.
  const isOther = kept !== null && findings.every(({ sentence }) => sentence !== kept)
  return (
    <>
      {isOther && <p className="verdict bad">✕ {kept}</p>}
      {findings.map(({ level, limit, sentence }) => (
        <p key={limit} className={level === 'block' ? 'verdict bad' : 'verdict amber'}>
          {level === 'block' ? '✕' : '△'} {sentence}
        </p>
      ))}
      {kept === null && findings.length === 0 && (
        <p className="verdict">✓ No limit was found that the block as a whole exceeds.</p>
      )}
    </>
  )
}

interface BlockLimitsProps {
  readonly check: WholeCheck | null
  /** What the dealer sends. */
  readonly sends: 'block' | 'change'
}

export function BlockLimits({ check, sends }: BlockLimitsProps) {
  return (
    <section aria-label="Limits of the whole">
      <h3>Limits of the whole</h3>
      <div role="status">
        <Findings check={check} />
      </div>
      <p className="muted">Openpit checks them again when you send the {sends}.</p>
    </section>
  )
}
