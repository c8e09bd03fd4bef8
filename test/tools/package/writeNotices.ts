/** `node test/tools/package/writeNotices.ts`: writes the notices and the bill of materials (CycloneDX) that ship with the program into `dist`. Needs a build. Part of `npm run dist`. */

import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { billOfMaterials, type Lock } from './billOfMaterials.ts'
import { bundledPackages } from './bundledPackages.ts'
import { licenceProblems, noticesOf, shippedPackages } from './licences.ts'
import { isPackedWhole } from './packedContents.ts'

const root = resolve(import.meta.dirname, '../../..')
const textOf = (path: string): string => readFileSync(join(root, path), 'utf8')

const bundled = bundledPackages(root)
const packages = shippedPackages(root)
const shipped = new Set(packages.map(({ path }) => path))
const problems = [
  ...licenceProblems(packages),
  ...bundled.flatMap((path) =>
    shipped.has(path)
      ? []
      : [`${path} is in the build, and test/tools/package/licences.ts does not count it.`],
  ),
]
if (problems.length > 0) {
  console.error(problems.join('\n'))
  process.exit(1)
}
writeFileSync(join(root, 'dist/THIRD_PARTY_NOTICES.txt'), noticesOf(packages))

// The notices name the packages of every system. The bill names what this system's package holds.
const held = packages.filter(
  ({ path, isInstalled }) => bundled.includes(path) || (isInstalled && isPackedWhole(path)),
)
const { packages: lock } = JSON.parse(textOf('package-lock.json')) as { readonly packages: Lock }
const bill = billOfMaterials({
  lock,
  packages: held,
  electron: {
    abi: textOf('node_modules/electron/abi_version').trim(),
    checksums: JSON.parse(textOf('node_modules/electron/checksums.json')) as Readonly<Record<string, string>>,
  },
  system: `${process.platform}-${process.arch}`,
})
writeFileSync(join(root, 'dist/sbom.cdx.json'), `${JSON.stringify(bill, null, 2)}\n`)
console.log(
  `notices of ${packages.length} packages; bill of materials of Electron and ${held.length} packages`,
)
