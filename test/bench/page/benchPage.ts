/** A page of the bench's own, built from the project's sources and served on loopback while something is measured on it. */

import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { build, preview } from 'vite'
import { scratchFolder } from '../../support/runTerminal.ts'

/** `folder`: of this folder, with an `index.html`. */
export async function serveBenchPage(
  folder: string,
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const out = scratchFolder()
  const common = {
    configFile: false,
    root: join(import.meta.dirname, folder),
    logLevel: 'error',
    base: './',
  } as const
  await build({
    ...common,
    plugins: [react()],
    worker: { format: 'es' },
    build: {
      outDir: out.path,
      emptyOutDir: true,
      target: 'chrome140',
      assetsInlineLimit: 0,
      chunkSizeWarningLimit: 4_000,
    },
  })
  const server = await preview({
    ...common,
    build: { outDir: out.path },
    preview: { host: '127.0.0.1', port: 0 },
  })
  return {
    url: server.resolvedUrls?.local[0] ?? '',
    async close() {
      await server.close()
      out.remove()
    },
  }
}
