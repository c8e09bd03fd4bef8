/** The saved views of a kind of table: how they are stored in the settings, read and changed. Pure; saves nothing. */

import { z } from 'zod'
import { fail, ok, type Result } from '../../../../shared/base/result.ts'
import { tableChoices, type TableChoices } from '../../../state/tableChoices.ts'

const VERSION = 1
const LONGEST_NAME = 24
const LONGEST_FILTER = 200
const MOST_VIEWS = 20

/** A name for all that a dealer chose in a table. */
export interface SavedView {
  readonly name: string
  /** As typed; empty: every row is shown. */
  readonly filter: string
  /** Sort, columns, grouping, and whether finished orders are shown. */
  readonly choices: TableChoices
}

export interface SavedViews {
  readonly views: readonly SavedView[]
  /** Why what is stored is not all here, and what a change of the views does to it; null: all was read. */
  readonly trouble: string | null
  /** Nothing may be saved over what is stored. */
  readonly isLocked: boolean
  /** What is stored cannot be read: it is set aside before a change is saved. */
  readonly isDamaged: boolean
}

/** The setting with the views of a kind of panel. */
export const viewsSetting = (kind: string): string => `tables.views.${kind}`

/** Names of settings have letters and dots alone. */
const PLACES_ASIDE = 'a b c d e f g h i j'.split(' ')

/** The setting that takes the damaged text of `name`; null where every place holds another text. */
export function placeAside(
  settings: Readonly<Record<string, string>>,
  name: string,
  text: string,
): string | null {
  const places = PLACES_ASIDE.map((letter) => `${name}.unread.${letter}`)
  return places.find((place) => settings[place] === undefined || settings[place] === text) ?? null
}

const stored = z.object({
  version: z.number().int().min(1),
  views: z
    .array(
      z.object({
        name: z.string().min(1).max(LONGEST_NAME),
        filter: z.string().max(LONGEST_FILTER),
        choices: tableChoices,
      }),
    )
    .max(MOST_VIEWS),
})
const newer = z.object({
  version: z
    .number()
    .int()
    .min(VERSION + 1),
})

const NONE: SavedViews = { views: [], trouble: null, isLocked: false, isDamaged: false }
const DAMAGED =
  'The saved views of this table cannot be read, so none is offered. Their text stays in the settings, also when you save a view.'
const DAMAGED_VIEWS: SavedViews = { ...NONE, trouble: DAMAGED, isDamaged: true }
const NEWER =
  'A newer Openpit saved the views of this table. This release offers none of them and leaves them unchanged.'

/** `text`: as stored; undefined: none was ever saved. */
export function readViews(text: string | undefined): SavedViews {
  if (text === undefined) return NONE
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return DAMAGED_VIEWS
  }
  if (newer.safeParse(json).success) return { ...NONE, trouble: NEWER, isLocked: true }
  const read = stored.safeParse(json)
  return read.success ? { ...NONE, views: inOrder(read.data.views) } : DAMAGED_VIEWS
}

export const viewsText = (views: readonly SavedView[]): string => JSON.stringify({ version: VERSION, views })

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

const inOrder = (views: readonly SavedView[]): readonly SavedView[] =>
  views.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))

export const viewNamed = ({ views }: SavedViews, name: string): SavedView | undefined =>
  views.find((view) => isSame(view.name, name.trim()))

/** Why a view may not have this name, in one sentence; null when it may. The name of a view that exists replaces it. */
export function viewNameProblem(saved: SavedViews, name: string): string | null {
  if (saved.isLocked) return saved.trouble
  const wanted = name.trim()
  if (wanted === '') return 'Type a name for the view.'
  if (wanted.length > LONGEST_NAME) return `A name has at most ${LONGEST_NAME} characters.`
  if (/\p{C}/u.test(wanted)) return 'A name has letters, digits and signs only.'
  if (viewNamed(saved, wanted) === undefined && saved.views.length >= MOST_VIEWS)
    return `A table has at most ${MOST_VIEWS} views: delete one first.`
  return null
}

/** The views with another one, which replaces one of the same name. */
export function withView(saved: SavedViews, view: SavedView): Result<readonly SavedView[], string> {
  const problem = viewNameProblem(saved, view.name)
  if (problem !== null) return fail(problem)
  const name = view.name.trim()
  const others = saved.views.filter((other) => !isSame(other.name, name))
  return ok(inOrder([...others, { ...view, name, filter: view.filter.slice(0, LONGEST_FILTER) }]))
}

export function withoutView(saved: SavedViews, name: string): Result<readonly SavedView[], string> {
  if (saved.isLocked) return fail(saved.trouble ?? NEWER)
  return ok(saved.views.filter((view) => !isSame(view.name, name)))
}
