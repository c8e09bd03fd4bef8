/** Gives the items of a drawn list React keys that differ, also where two of their texts are equal. Pure. */

/** The key is the text behind the number of equal texts up to it. An item therefore keeps its key while others come and go. */
export function withDistinctKeys<T>(
  items: readonly T[],
  textOf: (item: T) => string,
): readonly { readonly item: T; readonly key: string }[] {
  const seen = new Map<string, number>()
  return items.map((item) => {
    const text = textOf(item)
    const count = (seen.get(text) ?? 0) + 1
    seen.set(text, count)
    return { item, key: `${count} ${text}` }
  })
}

/** The same for plain sentences. */
export const keyedSentences = (sentences: readonly string[]) =>
  withDistinctKeys(sentences, (sentence) => sentence).map(({ item, key }) => ({ sentence: item, key }))
