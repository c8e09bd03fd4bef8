/** Records which packages a build takes code or files from, and reads that record. The record lies in `dist/bundled`, which does not ship. */

import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const FOLDER = 'dist/bundled'
/** The innermost package of a module's path, as `package-lock.json` names it. */
const PACKAGE = /(?:^|\/)(node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+)\//

/** `node_modules/a/node_modules/b` for a module of the package b within a; null for a module of the project. */
export const packageOfModule = (id: string): string | null =>
  PACKAGE.exec(id.replaceAll('\\', '/'))?.[1] ?? null

/** Writes one list for each environment of a build: the packages with a module or an asset in what was written. */
export const recordBundledPackages = (root: string): Plugin => ({
  name: 'openpit:bundled-packages',
  apply: 'build',
  writeBundle(_, bundle) {
    const modules = Object.values(bundle).flatMap((file) =>
      file.type === 'chunk' ? file.moduleIds : file.originalFileNames,
    )
    const packages = new Set(modules.flatMap((id) => packageOfModule(id) ?? []))
    mkdirSync(join(root, FOLDER), { recursive: true })
    writeFileSync(
      join(root, FOLDER, `${this.environment.name}.json`),
      `${JSON.stringify([...packages].toSorted(), null, 2)}\n`,
    )
  },
})

/** The packages in the built program, sorted, as paths of `package-lock.json`. Throws where a part was not built. */
export function bundledPackages(root: string): readonly string[] {
  const parts = globSync('*.json', { cwd: join(root, FOLDER) }).toSorted()
  if (parts.join() !== 'client.json,main.json,preload.json')
    throw new Error(`${FOLDER} holds ${parts.join() || 'nothing'}: run npm run build first`)
  const lists = parts.map(
    (part) => JSON.parse(readFileSync(join(root, FOLDER, part), 'utf8')) as readonly string[],
  )
  return [...new Set(lists.flat())].toSorted()
}
