/** `node test/tools/package/buildTwice.ts`: builds the program, its notices and its bill of materials again, and fails where a byte differs from the build in `dist`. */

import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../../..')

/** SHA-256 by path of every file in `dist`. */
const digests = (): ReadonlyMap<string, string> =>
  new Map(
    globSync('dist/**', { cwd: root })
      .filter((path) => statSync(join(root, path)).isFile())
      .map((path) => [
        path,
        createHash('sha256')
          .update(readFileSync(join(root, path)))
          .digest('hex'),
      ]),
  )

function run(command: string, args: readonly string[]): void {
  const { status, stderr } = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${stderr}`)
}

const vite = join(root, 'node_modules/.bin/vite')
const notices = join(import.meta.dirname, 'writeNotices.ts')
try {
  run(process.execPath, [notices])
  const first = digests()
  run(vite, ['build', '--app', '--logLevel', 'warn'])
  run(process.execPath, [notices])
  const second = digests()
  const names = new Set([...first.keys(), ...second.keys()])
  const different = [...names].filter((name) => first.get(name) !== second.get(name))
  if (different.length > 0)
    throw new Error(
      `Two builds differ in ${different.length} of ${names.size} files: ${different.slice(0, 10).join(', ')}. Where sources changed since the first, run npm run build and try again.`,
    )
  console.log(`Two builds are the same: ${names.size} files.`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
