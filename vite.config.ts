import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { builtinModules } from 'node:module'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { defineConfig, type Plugin } from 'vitest/config'
import { ISOLATED } from './test/support/isolated.ts'
import { recordBundledPackages } from './test/tools/package/bundledPackages.ts'

const at = (path: string) => resolve(import.meta.dirname, path)
const external = ['electron', 'keytar', ...builtinModules, /^node:/]

interface ImportedModule {
  readonly isEntry: boolean
  readonly importers: readonly string[]
}

/** The file of a module that the page loads at its start: its own, or that of what the paint worker needs too. Null: it loads later. */
function startFileOf(id: string, moduleOf: (id: string) => ImportedModule | null): string | null {
  const entries = new Set<string>()
  const seen = new Set([id])
  for (const module of seen) {
    const known = moduleOf(module)
    if (known?.isEntry) entries.add(module)
    for (const importer of known?.importers ?? []) seen.add(importer)
  }
  if (!entries.has(at('renderer/index.html'))) return null
  return entries.has(at('renderer/paint/worker.ts')) ? 'painting' : 'start'
}

/** One project of tests: files by pattern, in plain Node unless said otherwise. */
const project = (name: string, include: string[], more: object = {}) => ({
  extends: true as const,
  root: import.meta.dirname,
  test: {
    name,
    root: import.meta.dirname,
    include,
    exclude: ['node_modules', 'test/e2e/**'],
    environment: 'node' as const,
    // A bound on what hangs, never on what is slow: nothing here is told by its time.
    testTimeout: 120_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 60_000 } },
    setupFiles: [at('test/support/patientWaits.ts')],
    ...more,
  },
})

const inNode = {
  // Tests start many threads from TypeScript. electron/start.js says what this is for.
  execArgv: ['--wasm-wrapper-tiering-budget=1000000000'],
  setupFiles: [at('test/support/patientWaits.ts'), at('test/support/seededProperties.ts')],
}
const NOT_IN_NODE = ['node_modules', 'test/e2e/**', 'test/**/*.browser.test.*', 'test/keychain/**']

/** Lets Chromium keep the modules that it has loaded: every file of the browser tests loads some 700 again, and each would be asked for anew. */
const keepLoadedModules: Plugin = {
  name: 'keep-loaded-modules',
  configureServer({ config, middlewares }) {
    // Only a single run of tests: a server that watches serves modules that change.
    if (config.server.watch !== null) return
    middlewares.use(({ url = '' }, response, next) => {
      if (/\.(?:css|tsx?|m?js)(?:\?|$)/.test(url)) {
        const setHeader = response.setHeader.bind(response)
        setHeader('Cache-Control', 'max-age=86400')
        // The server's own value comes later.
        response.setHeader = (name, value) => (name === 'Cache-Control' ? response : setHeader(name, value))
      }
      next()
    })
  },
}

export default defineConfig({
  root: at('renderer'),
  base: './',
  cacheDir: at('node_modules/.vite'),
  plugins: [react(), recordBundledPackages(import.meta.dirname), keepLoadedModules],
  // Named, so that a cold run of the browser tests does not reload half-way to prepare them.
  optimizeDeps: {
    include: [
      '@base-ui/react/autocomplete',
      '@base-ui/react/dialog',
      '@base-ui/react/menu',
      'flexlayout-react',
      'lightweight-charts',
      'react-dom/client',
      'tinykeys',
      'zod',
      'zustand',
      'zustand/react/shallow',
      'zustand/vanilla',
    ],
  },
  environments: {
    client: {
      build: {
        outDir: at('dist/renderer'),
        emptyOutDir: true,
        target: 'chrome140',
        modulePreload: { polyfill: false },
        assetsInlineLimit: 0,
        // kB of one chunk; test/e2e/bench.spec.ts bounds the page. The page comes from this machine, not over a network: one file of the whole desk costs less than many small ones.
        chunkSizeWarningLimit: 1_500,
        rolldownOptions: {
          // The paint worker is an entry beside the page: what both need is there once.
          input: { index: at('renderer/index.html'), paint: at('renderer/paint/worker.ts') },
          output: {
            entryFileNames: ({ name }) => (name === 'paint' ? 'assets/paint.js' : 'assets/[name]-[hash].js'),
            // Together, so that the page's word to zod is said before any other chunk makes a schema.
            codeSplitting: {
              groups: [
                { name: 'zod', test: /node_modules[\\/]zod[\\/]|renderer[\\/]live[\\/]jitless/ },
                // Few files for what the page loads at its start: many small ones compress worse.
                {
                  name: (id, graph) => startFileOf(id, (module) => graph.getModuleInfo(module)),
                  includeDependenciesRecursively: false,
                },
                // One chunk for the panels that are opened now and then: they compress better together.
                {
                  name: 'administration',
                  // What these panels share with the others stays outside: else every window would load this chunk at its start.
                  includeDependenciesRecursively: false,
                  test: /renderer[\\/]panels[\\/]administration[\\/](instruments|collateral|fees|margin|limits|webhooks|venue)[\\/]/,
                },
              ],
            },
          },
        },
      },
    },
    main: {
      consumer: 'server',
      resolve: {
        noExternal: true,
        external: ['electron', 'keytar'],
        conditions: ['node', 'import', 'default'],
      },
      build: {
        outDir: at('dist/electron'),
        emptyOutDir: true,
        target: 'node24',
        minify: false,
        sourcemap: true,
        rolldownOptions: {
          // The names keep their folders, so that an entry finds worker and paper broker beside itself, built or not.
          input: {
            main: at('electron/main.ts'),
            serve: at('electron/serve.ts'),
            'market/worker': at('electron/market/worker.ts'),
            'storage/history/worker': at('electron/storage/history/worker.ts'),
            'print/worker': at('electron/print/worker.ts'),
            'paper/main': at('electron/paper/main.ts'),
            'replay/main': at('electron/replay/main.ts'),
          },
          external,
          platform: 'node',
          // `.mjs` says by itself what they are: inside the installed archive no package.json is asked.
          output: { format: 'es', entryFileNames: '[name].mjs', chunkFileNames: 'shared/[name]-[hash].mjs' },
        },
      },
    },
    preload: {
      consumer: 'client',
      build: {
        outDir: at('dist/electron'),
        emptyOutDir: false,
        target: 'chrome140',
        minify: false,
        modulePreload: false,
        rolldownOptions: {
          input: { preload: at('electron/preload.ts') },
          external: ['electron'],
          output: { format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false },
        },
      },
    },
  },
  builder: {
    async buildApp(builder) {
      for (const name of ['main', 'preload', 'client']) {
        const environment = builder.environments[name]
        if (environment) await builder.build(environment)
      }
    },
  },
  test: {
    // Much of a test's time is waiting: on a machine of two cores a second worker saves two fifths of the whole.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      // Files of this project share a process and its modules, which saves each file the loading of some 170.
      project('unit', ['test/**/*.test.ts', 'test/**/*.test.tsx'], {
        ...inNode,
        setupFiles: [...inNode.setupFiles, at('test/support/nothingLeft.ts')],
        isolate: false,
        exclude: [...NOT_IN_NODE, ...ISOLATED],
      }),
      project(
        'isolated',
        ISOLATED.map((path) => (path.endsWith('.ts') ? path : `${path}/*.test.{ts,tsx}`)),
        { ...inNode, exclude: NOT_IN_NODE },
      ),
      project('keychain', ['test/keychain/**/*.test.ts']),
      project('browser', ['test/**/*.browser.test.ts', 'test/**/*.browser.test.tsx'], {
        browser: {
          enabled: true,
          headless: true,
          screenshotFailures: false,
          // `vitest run --project browser test/pixels --update` approves what is drawn now.
          expect: {
            toMatchScreenshot: {
              resolveScreenshotPath: ({ arg, ext }: { arg: string; ext: string }) =>
                at(`test/pixels/approved/${arg}${ext}`),
              resolveDiffPath: ({ arg, ext }: { arg: string; ext: string }) =>
                at(`test-results/pixels/${arg}${ext}`),
              comparatorName: 'pixelmatch' as const,
              comparatorOptions: { threshold: 0.1, allowedMismatchedPixelRatio: 0.002 },
            },
          },
          instances: [{ browser: 'chromium' as const }],
          provider: playwright({
            launchOptions: {
              ...(process.env['OPENPIT_CHROMIUM'] ? { executablePath: process.env['OPENPIT_CHROMIUM'] } : {}),
              args: ['--no-sandbox'],
            },
          }),
        },
      }),
    ],
  },
})
