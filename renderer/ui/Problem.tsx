/** What is wrong, as one sentence that is said at once; nothing while nothing is. No domain words. */

export const Problem = ({ sentence }: { readonly sentence: string | null }) =>
  sentence !== null && (
    <p role="alert" className="problem">
      {sentence}
    </p>
  )
