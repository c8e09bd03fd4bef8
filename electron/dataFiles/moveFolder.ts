/** Copies a whole data folder to another place and proves the copy. A mark in the target says that it is not complete. Never changes the source. */

import { existsSync, mkdirSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs'
import { dirname, join, resolve, sep } from 'node:path'
import type { EpochMs } from '../../shared/base/clock.ts'
import { FOLDER, LOCK } from '../storage/journal/files/segments.ts'
import { copyProven, digestOf } from './digest.ts'
import { MOVE_FILE, readMove, writeMove } from './moveMark.ts'

const FOLDER_OF_OWNER = 0o700
/** Chromium fills its folder again, and the mark belongs to the move that brought the source here. */
const LEFT_OUT = new Set(['chromium', MOVE_FILE])
const isLock = (name: string): boolean =>
  name === `${FOLDER}/${LOCK}` || name.startsWith(`${FOLDER}/${LOCK}.`)

/** Paths of all files of a data folder, with `/`, in order. Links are followed. */
export function filesToMove(folder: string): readonly string[] {
  const walk = (inner: string): string[] =>
    readdirSync(join(folder, inner)).flatMap((name) => {
      const path = inner === '' ? name : `${inner}/${name}`
      if (LEFT_OUT.has(path) || isLock(path)) return []
      const kind = statSync(join(folder, path))
      return kind.isDirectory() ? walk(path) : kind.isFile() ? [path] : []
    })
  return walk('').toSorted()
}

/** The path with its links followed as far as it exists. */
function realPath(path: string): string {
  const whole = resolve(path)
  return existsSync(whole)
    ? realpathSync(whole)
    : join(realPath(dirname(whole)), whole.slice(dirname(whole).length))
}

/** Why nothing can be moved to `to`, in a sentence; null: it is empty, missing, or the unfinished target of this move. */
export function whyNoTarget(from: string, to: string): string | null {
  const [source, target] = [realPath(from) + sep, realPath(to) + sep]
  if (source.startsWith(target) || target.startsWith(source))
    return `${to} and ${from} are the same folder, or one is in the other. Name another target.`
  const kind = statSync(to, { throwIfNoEntry: false })
  if (!kind) return null
  if (!kind.isDirectory()) return `${to} is no folder. Name another target.`
  const move = readMove(to)
  if (move?.state === 'unfinished')
    return move.from === source.slice(0, -1)
      ? null
      : `${to} is the unfinished target of a move from ${move.from}. Finish that move, or name another target.`
  // A move that was killed before its mark was there leaves the unnamed mark alone.
  const isEmpty = readdirSync(to).every((name) => name === `${MOVE_FILE}.new`)
  return isEmpty ? null : `${to} is not empty. Name a new folder.`
}

/** Marks the target as incomplete, then copies every file that is not there yet. Continues an unfinished move. Throws where the disk fails. */
export function copyFolder(from: string, to: string, at: EpochMs): readonly string[] {
  mkdirSync(to, { recursive: true, mode: FOLDER_OF_OWNER })
  writeMove(to, { state: 'unfinished', from: realPath(from), at, head: null })
  const files = filesToMove(from)
  const wanted = new Set(files)
  // An earlier attempt may have copied files that the source has no longer, such as the log of a database.
  for (const name of filesToMove(to)) if (!wanted.has(name)) rmSync(join(to, name))
  for (const name of files)
    if (!existsSync(join(to, name)) || digestOf(join(to, name)) !== digestOf(join(from, name)))
      copyProven(join(from, name), join(to, name))
  return files
}

/** The first file that differs between both folders, or is in one alone; null: they are the same. */
export function firstDifference(from: string, to: string): string | null {
  const [here, there] = [filesToMove(from), filesToMove(to)]
  const names = [...new Set([...here, ...there])].toSorted()
  return (
    names.find(
      (name) =>
        !here.includes(name) ||
        !there.includes(name) ||
        digestOf(join(from, name)) !== digestOf(join(to, name)),
    ) ?? null
  )
}

/** Puts the signed head of the source's journal into the mark, where a verification of the copy finds it. The target stays incomplete. */
export function carryHead(to: string, head: string | null): void {
  const begun = readMove(to)
  if (begun !== null) writeMove(to, { ...begun, head })
}

/** Says in the mark that the target is complete. Call it once everything is proven. */
export function finishMove(to: string, at: EpochMs): void {
  const begun = readMove(to)
  if (begun !== null) writeMove(to, { ...begun, at, state: 'done' })
}

/** Bytes of all files. */
export const bytesOf = (folder: string, files: readonly string[]): number =>
  files.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
