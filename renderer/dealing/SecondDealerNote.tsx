/** Says beside a form that its order would wait for a second dealer. Draws nothing where nobody else has to approve. */

import { useSecondDealer, type WrittenAct } from './useSecondDealer.ts'

/** `act`: null while the form cannot be sent. */
export function SecondDealerNote({ act }: { readonly act: WrittenAct | null }) {
  const sentence = useSecondDealer(act)
  return (
    sentence !== null && (
      <p role="note" className="warning-box">
        {sentence}
      </p>
    )
  )
}
