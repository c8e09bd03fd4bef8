/** Shows what is wrong as one sentence and announces it to screen readers. Draws nothing without a problem. No domain words. */

export const Problem = ({ sentence }: { readonly sentence: string | null }) =>
  sentence !== null && (
    <p role="alert" className="problem">
      {sentence}
    </p>
  )
