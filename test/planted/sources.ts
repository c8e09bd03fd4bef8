/** Copies of the project's sources in temporary folders, to plant bugs in. Never writes into the project itself. */

import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ok, type Result } from '../../shared/base/result.ts'
import { planted, type PlantedBug } from './bug.ts'

/** What the checks need; `renderer` because the test runner takes it for its root. */
const PARTS = ['electron', 'shared', 'renderer', 'test', 'package.json', 'tsconfig.json', 'vite.config.ts']
/** Folders of tools that keep what they found out of other sources. */
const isCache = (name: string): boolean => name.startsWith('.') && name !== '.bin'

/** A copy of the project at `root`, with its packages by link and caches of its own. The caller removes it. */
export function copyOf(root: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'openpit-planted-'))
  for (const part of PARTS) cpSync(join(root, part), join(copy, part), { recursive: true })
  const packages = join(copy, 'node_modules')
  mkdirSync(packages)
  for (const name of readdirSync(join(root, 'node_modules')))
    if (!isCache(name)) symlinkSync(join(root, 'node_modules', name), join(packages, name))
  return copy
}

export const removeCopy = (copy: string): void => rmSync(copy, { recursive: true, force: true })

export function plantInto(copy: string, bug: PlantedBug): Result<null, string> {
  const path = join(copy, bug.file)
  const text = planted(readFileSync(path, 'utf8'), bug)
  if (!text.ok) return text
  writeFileSync(path, text.value)
  return ok(null)
}
