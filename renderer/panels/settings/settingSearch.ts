/** Which settings a dealer's words find, and what is set elsewhere. Pure. */

import {
  SETTING_IDS,
  SETTINGS,
  type Setting,
  type SettingId,
} from '../../../shared/domain/settings/settingList.ts'

/** What is set in another place: found here too, with the way there. */
export interface SetElsewhere {
  readonly title: string
  readonly does: string
  readonly words: string
  /** The kind of panel where it is set; null: `does` says where. */
  readonly panel: string | null
}

export const SET_ELSEWHERE: readonly SetElsewhere[] = [
  {
    title: 'Confirmations and reviews',
    does: 'They protect money and cannot be switched off: the sentence before Enter, the review of a form, the typed words KILL and UNLOCK, and the codes of look-alike customers. Only express, per ladder and within its limits, sends limit orders without Enter.',
    words: 'confirm confirmation one click one-click express skip prompt off protect',
    panel: null,
  },
  {
    title: 'Limits',
    does: 'The limits of the desk, a customer or an instrument are changed with a review in their own panel.',
    words: 'maximum warning fat finger size notional price loss',
    panel: 'limits',
  },
  {
    title: 'Venue profile',
    does: 'The addresses, sign-in and API details of a venue.',
    words: 'connection url api broker endpoint',
    panel: 'venue',
  },
  {
    title: 'Customers: names and groups',
    does: 'Select a customer there, then press Edit below the rows.',
    words: 'client account rename group',
    panel: 'customers',
  },
  {
    title: 'Fees of a customer',
    does: 'Maker and taker fees, in bps.',
    words: 'commission maker taker bps',
    panel: 'fees',
  },
  {
    title: 'Webhooks',
    does: 'Register and remove addresses that the venue calls.',
    words: 'callback url delivery',
    panel: 'webhooks',
  },
  {
    title: 'Lists and columns of the quote board',
    does: 'N makes a list there, O chooses columns and sort.',
    words: 'watchlist quotes columns sort',
    panel: 'quoteBoard',
  },
  {
    title: 'Chart interval',
    does: 'On a chart: a comma, then the interval, such as 15 or 4h, and Enter. Each chart keeps its own.',
    words: 'candles timeframe minutes hour',
    panel: 'chart',
  },
  {
    title: 'Panels, tabs and links',
    does: 'Each window keeps its own layout. The list of panels opens one by name.',
    words: 'layout workspace window tabs dock link',
    panel: null,
  },
]

const has = (query: string, ...texts: readonly string[]): boolean => {
  const text = texts.join(' ').toLowerCase()
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

/** The settings that every word of the query is in; all of them without a query. */
export const settingsFor = (query: string): readonly SettingId[] =>
  SETTING_IDS.filter((id) => {
    const { title, does, words, choices } = SETTINGS[id]
    return has(query.trim(), title, does, words, ...(choices ?? []).map((choice) => choice.words))
  })

export const elsewhereFor = (query: string): readonly SetElsewhere[] =>
  SET_ELSEWHERE.filter(({ title, does, words }) => has(query.trim(), title, does, words))

/** Whether every word of the query is in the texts. */
export const isFound = has

/** The words of a setting's value; for a record those of its default, because each entry has words of its own. */
export function valueWords(id: SettingId, value: unknown): string {
  const { choices, entries } = SETTINGS[id] as Setting
  return choices?.find((offered) => offered.value === value)?.words ?? entries?.usual ?? ''
}
