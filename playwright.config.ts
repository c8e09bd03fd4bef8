import { defineConfig } from '@playwright/test'

const browser = process.env['OPENPIT_CHROMIUM']

export default defineConfig({
  testDir: 'test/e2e',
  fullyParallel: false,
  // Stories wait for the window most of the time; what is measured is measured alone, behind them.
  workers: 2,
  projects: [
    { name: 'stories', testIgnore: '**/bench.spec.ts' },
    { name: 'figures', testMatch: '**/bench.spec.ts', dependencies: ['stories'] },
  ],
  // A bound on what hangs, never on what is slow.
  timeout: 300_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  outputDir: 'test-results',
  use: {
    viewport: { width: 1600, height: 900 },
    launchOptions: { ...(browser ? { executablePath: browser } : {}), args: ['--no-sandbox'] },
  },
})
