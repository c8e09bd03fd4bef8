/** A customer's name in a narrow column: shortened in the middle, so that "Nord Capital" and "Nord Capital II" stay apart. The whole name is the tooltip. */

/** A last word of up to so many characters is never cut; of a longer one the last four. */
const SHORT_WORD = 6

/** Where the end begins that stays on screen when the name is cut. */
function endOfName(name: string): number {
  const lastWord = name.length - name.lastIndexOf(' ') - 1
  return name.length - (lastWord <= SHORT_WORD ? lastWord : 4)
}

export function CustomerName({ name }: { readonly name: string }) {
  const end = endOfName(name)
  return (
    // The style sheet draws both parts; the text itself stays whole for screen readers and for copying.
    <span
      className="customer-name muted"
      title={name}
      data-start={name.slice(0, end)}
      data-end={name.slice(end)}
    >
      <span className="hidden-visually">{name}</span>
    </span>
  )
}
