import { expect, it } from 'vitest'
import { createProvenFacts } from '../../../../electron/core/journal/storeFactsInJournalOnly.ts'
import { ok } from '../../../../shared/base/result.ts'

const factsFrom = (json: string) => {
  let isUnread = false
  const facts = createProvenFacts({
    name: 'webhook-keys',
    recovered: { rules: () => ({ version: 4, json }) },
    journalWriter: { commit: async () => ok(null) },
    unreadable: () => {
      isUnread = true
    },
  })
  return { facts, isUnread: () => isUnread }
}

it('facts that cannot be read go into the next segment of the journal as they are', async () => {
  const json = '{"paper":{"key":7}}'
  const { facts, isUnread } = factsFrom(json)
  expect(isUnread()).toBe(true)
  expect(facts.factsOf('paper').size).toBe(0)
  expect(facts.carried()).toEqual([{ type: 'rules', name: 'webhook-keys', version: 4, json }])
  await facts.put('paper', 'other', 'value')
  expect(facts.carried()).toEqual([
    { type: 'rules', name: 'webhook-keys', version: 5, json: '{"paper":{"other":"value"}}' },
  ])
})
