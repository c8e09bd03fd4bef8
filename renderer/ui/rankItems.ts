/** Which items of a palette fit what is typed, best first: labels before descriptions. Pure; no domain words. */

export interface Ranked {
  readonly label: string
  readonly detail: string
}

/** 0: the label is the text · 1: it starts with the text · 2: one of its words does · 3: it holds the text · 4: the description does. */
function rankOf({ label, detail }: Ranked, wanted: string): number | null {
  const title = label.toLowerCase()
  if (title === wanted) return 0
  if (title.startsWith(wanted)) return 1
  if (title.split(/\s+/).some((word) => word.startsWith(wanted))) return 2
  if (title.includes(wanted)) return 3
  return `${title} ${detail.toLowerCase()}`.includes(wanted) ? 4 : null
}

/** The items that fit, in their own order within each rank; all of them while nothing is typed. */
export function rankItems<T extends Ranked>(items: readonly T[], typed: string): readonly T[] {
  const wanted = typed.trim().toLowerCase()
  if (wanted === '') return items
  const ranked = items.flatMap((item) => {
    const rank = rankOf(item, wanted)
    return rank === null ? [] : [{ item, rank }]
  })
  return ranked.toSorted((a, b) => a.rank - b.rank).map(({ item }) => item)
}

/** The one item that the text names: by its whole label, else because no other fits. Null while several could be meant, and while nothing is typed. */
export function soleItem<T extends Ranked>(items: readonly T[], typed: string): T | null {
  return soleFitting(rankItems(items, typed), typed)
}

/** The same of the items that fit already. */
export function soleFitting<T extends Ranked>(fitting: readonly T[], typed: string): T | null {
  const wanted = typed.trim().toLowerCase()
  if (wanted === '') return null
  const named = fitting.filter(({ label }) => label.toLowerCase() === wanted)
  const meant = named.length > 0 ? named : fitting
  return meant.length === 1 ? (meant[0] ?? null) : null
}
