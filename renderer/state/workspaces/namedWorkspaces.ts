/** The dealer's named workspaces: how they are stored in the settings, listed, named and numbered. Pure; saves nothing. */

import { z } from 'zod'
import {
  idOfNamed,
  isUnreadText,
  LONGEST_WORKSPACE_NAME,
  namedSetting,
} from '../../../shared/domain/savedWorkspaces.ts'
import type { WorkspaceContent } from '../stores/storedWorkspace.ts'
import type { BuiltIn, WorkspaceDigit } from '../windowSession.ts'

const VERSION = 1

/** The keys Ctrl 1 to Ctrl 9. */
export const WORKSPACE_DIGITS = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const satisfies readonly WorkspaceDigit[]

const record = z.object({
  version: z.literal(VERSION),
  name: z.string().min(1).max(LONGEST_WORKSPACE_NAME),
  digit: z.literal(WORKSPACE_DIGITS).nullable().catch(null),
  /** Counts every change. */
  revision: z.number().int().min(1),
  /** Counts the changes of the content. */
  saved: z.number().int().min(0),
  isDeleted: z.boolean(),
  /** Null: as it comes with the terminal. */
  content: z.json().nullable(),
})

export interface NamedWorkspace {
  readonly id: string
  readonly name: string
  /** The digit of its key; null: it has none. */
  readonly digit: WorkspaceDigit | null
  /** 0: never saved. */
  readonly revision: number
  readonly saved: number
  readonly isDeleted: boolean
  /** As saved; null: as it comes with the terminal. */
  readonly content: unknown
}

/** One of those that come with the terminal. */
type Comes = Pick<BuiltIn, 'id' | 'name' | 'digit'>

export interface UnreadText {
  readonly setting: string
  readonly text: string
}

export interface WorkspaceList {
  /** Those with a digit first, then by name. Deleted ones are at the end. */
  readonly workspaces: readonly NamedWorkspace[]
  /** What this release cannot read. It is never overwritten. */
  readonly unread: readonly UnreadText[]
}

export function readNamed(id: string, text: string): NamedWorkspace | null {
  try {
    const read = record.safeParse(JSON.parse(text))
    return read.success ? { id, ...read.data } : null
  } catch {
    return null
  }
}

export const namedText = (workspace: Omit<NamedWorkspace, 'id'>): string => {
  const { name, digit, revision, saved, isDeleted, content } = workspace
  return JSON.stringify({ version: VERSION, name, digit, revision, saved, isDeleted, content })
}

/** Every workspace in the settings, and those that come with the terminal and were never changed. */
export function listWorkspaces(
  settings: Readonly<Record<string, string>>,
  comes: readonly Comes[],
): WorkspaceList {
  const unread: UnreadText[] = []
  const stored: NamedWorkspace[] = []
  for (const [setting, text] of Object.entries(settings)) {
    const id = idOfNamed(setting)
    const read = id === null ? null : readNamed(id, text)
    if (read) stored.push(read)
    else if (id !== null || isUnreadText(setting)) unread.push({ setting, text })
  }
  const isStored = (id: string) => settings[namedSetting(id)] !== undefined
  const own = comes
    .filter(({ id }) => !isStored(id))
    .map((come): NamedWorkspace => ({ ...come, revision: 0, saved: 0, isDeleted: false, content: null }))
  const workspaces = [...own, ...stored].toSorted(inOrder)
  const taken = new Set<WorkspaceDigit>()
  return {
    workspaces: workspaces.map((workspace) => {
      const { digit, isDeleted } = workspace
      if (digit === null) return workspace
      if (isDeleted || taken.has(digit)) return { ...workspace, digit: null }
      taken.add(digit)
      return workspace
    }),
    unread,
  }
}

const inOrder = (a: NamedWorkspace, b: NamedWorkspace): number =>
  Number(a.isDeleted) - Number(b.isDeleted) ||
  (a.digit ?? 10) - (b.digit ?? 10) ||
  (a.name < b.name ? -1 : a.name > b.name ? 1 : a.id < b.id ? -1 : 1)

export const openOnes = ({ workspaces }: WorkspaceList): readonly NamedWorkspace[] =>
  workspaces.filter(({ isDeleted }) => !isDeleted)

/** The lowest digit that no workspace has. */
export function freeDigit(list: WorkspaceList): WorkspaceDigit | null {
  const taken = openOnes(list).map(({ digit }) => digit)
  return WORKSPACE_DIGITS.find((digit) => !taken.includes(digit)) ?? null
}

/** A statement of the command line ends at a semicolon, so no name has one. */
const cleaned = (name: string): string => name.replaceAll(/[;\p{C}\s]+/gu, ' ').trim()

/** Why a workspace may not have this name, in one sentence; null when it may. `id`: the workspace to be renamed. */
export function nameProblem(list: WorkspaceList, name: string, id: string | null = null): string | null {
  const wanted = cleaned(name)
  if (wanted === '') return 'Type a name for the workspace.'
  if (name.includes(';')) return 'A name has no semicolon.'
  if (wanted.length > LONGEST_WORKSPACE_NAME)
    return `A name has at most ${LONGEST_WORKSPACE_NAME} characters.`
  const same = openOnes(list).find((other) => other.id !== id && isSameName(other.name, wanted))
  return same ? `There is a workspace "${same.name}" already.` : null
}

const isSameName = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

/** The name itself, else the first of `Name 2`, `Name 3` that no workspace has. */
export function freeName(list: WorkspaceList, name: string): string {
  const wanted = cleaned(name).slice(0, LONGEST_WORKSPACE_NAME).trim() || 'Workspace'
  const isTaken = (text: string) => openOnes(list).some((other) => isSameName(other.name, text))
  if (!isTaken(wanted)) return wanted
  for (let number = 2; ; number++) {
    const end = ` ${number}`
    const text = wanted.slice(0, LONGEST_WORKSPACE_NAME - end.length).trim() + end
    if (!isTaken(text)) return text
  }
}

/** The workspaces that a word of the command line names: by digit, by name, else by the beginning of the name. */
export function workspacesNamed(list: WorkspaceList, word: string): readonly NamedWorkspace[] {
  const open = openOnes(list)
  const wanted = word.trim().toLowerCase()
  const exact = open.filter(({ name, digit }) => name.toLowerCase() === wanted || String(digit) === wanted)
  return exact.length > 0 ? exact : open.filter(({ name }) => name.toLowerCase().startsWith(wanted))
}

/** What makes two contents the same: not which tab is in front, and not the instruments of links, which are those of every window. */
export function fingerprint({ sizes, panels, onlyCustomer, sales, layout }: WorkspaceContent): string {
  const sorted = Object.entries(panels).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return hashOf(
    JSON.stringify([sizes, sorted, onlyCustomer, sales, layout], (name, value: unknown) =>
      name === 'selected' || name === 'active' || name === 'maximized' ? undefined : value,
    ),
  )
}

/** Two FNV-1a hashes of a text. Only to notice a change, never to prove that two texts are equal. */
function hashOf(text: string): string {
  let [a, b] = [0x811c9dc5, 0x01000193]
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    a = Math.imul(a ^ unit, 0x01000193)
    b = Math.imul(b ^ unit, 0x85ebca6b) ^ (b >>> 15)
  }
  return `${(a >>> 0).toString(36)}-${(b >>> 0).toString(36)}-${text.length}`
}
