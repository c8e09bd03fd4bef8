/** `node test/tools/package/writeNotices.ts`: writes the notices and the bill of materials (CycloneDX) that ship with the program into `dist`. Part of `npm run dist`. */

import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { licenceProblems, noticesOf, shippedPackages } from './licences.ts'

const root = resolve(import.meta.dirname, '../../..')
const packages = shippedPackages(root)
const problems = licenceProblems(packages)
if (problems.length > 0) {
  console.error(problems.join('\n'))
  process.exit(1)
}
writeFileSync(join(root, 'dist/THIRD_PARTY_NOTICES.txt'), noticesOf(packages))

const printed = execFileSync('npm', ['sbom', '--omit=dev', '--sbom-format=cyclonedx'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 1 << 26,
  shell: process.platform === 'win32',
})
const {
  serialNumber: _,
  metadata,
  ...bill
} = JSON.parse(printed) as {
  readonly serialNumber: string
  readonly metadata: Readonly<Record<string, unknown>>
}
// Without number and time of the run, the same lock file gives the same file.
const { timestamp: __, ...about } = metadata
writeFileSync(join(root, 'dist/sbom.cdx.json'), `${JSON.stringify({ ...bill, metadata: about }, null, 2)}\n`)
console.log(`notices and bill of materials of ${packages.length} packages`)
